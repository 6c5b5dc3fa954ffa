"""Write a GCG file that other programs read, and make one of a game of ours."""

from __future__ import annotations

from .model import Event, GcgGame, Kind


def write(game: GcgGame) -> str:
    """The file's text, to be stored as UTF-8. `read` makes the same game of it."""
    lines = ["#character-encoding UTF-8"]
    lines += [_pragma(keyword, text) for keyword, text in game.pragmas]
    lines += [_pragma(f"player{n}", f"{player.nick} {player.name}") for n, player in enumerate(game.players, 1)]
    if game.is_incomplete:
        lines.append("#incomplete")
    lines += _note(game.note)
    for event in game.events:
        lines.append(f">{game.players[event.player].nick}: {' '.join(_tokens(event))}")
        lines += _note(event.note)
    lines += [_pragma(f"rack{player + 1}", tiles) for player, tiles in game.racks]
    return "\n".join(lines) + "\n"


def _pragma(keyword: str, text: str) -> str:
    return f"#{keyword} {text}".rstrip()


def _note(note: str) -> list[str]:
    """Of a note of several lines only the first bears the keyword, and those that would be taken for something else."""
    if not note:
        return []
    first, *others = note.split("\n")
    return [
        _pragma("note", first),
        *(_pragma("note", line) if line.lstrip()[:1] in ("#", ">") else line for line in others),
    ]


def _tokens(event: Event) -> list[str]:
    tokens = [event.rack] if event.rack else []
    match event.kind:
        case Kind.PLAY:
            tokens += [event.place, event.text]
        case Kind.TAKEN_BACK:
            tokens.append("--")
        case Kind.PASS | Kind.EXCHANGE:
            tokens.append(f"-{event.text}")
        case Kind.RACK:
            tokens.append(f"({event.text})")
        case Kind.CHALLENGE | Kind.TIME:
            tokens.append(f"({event.kind.value})")
    # What was taken back is written with a minus even where it was worth nothing.
    tokens.append("-0" if event.kind is Kind.TAKEN_BACK and not event.points else f"{event.points:+d}")
    tokens.append(str(event.total))
    if event.words:
        tokens.append(", ".join(event.words))
    return tokens
