"""Looking words up, and when that is not allowed.

A game's rules say whether the dictionary may be asked while it runs: always, never, or (`switch`) in friendlies
while the organiser's switch is on. Whoever asks without naming a game that he is playing is refused only while a
running game of his in that language, with look-ups closed, waits for his move: a dictionary is for reading at any
other time.
"""

from __future__ import annotations

from dataclasses import dataclass

from lettrix.tiles import ALPHABETS
from lettrix.variants import VARIANTS
from lettrix_cloud import dictionaries, playing
from lettrix_cloud.games import GameRepository
from lettrix_cloud.stored import StoredGame


class UnknownLanguage(Exception):
    """No game is played in this language, or not the one that was named, or its dictionary is not here."""


class LookupsClosed(Exception):
    """A game that is running does not allow it now."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a word is in a dictionary."""

    word: str
    """In the upper-case letters of the language's tiles."""
    valid: bool
    dictionary_version: str


def look_up(repository: GameRepository, *, player: str, language: str, word: str, game_id: str | None) -> Verdict:
    """Ask the dictionary of a game, or without one the list for new games.

    Raises `UnknownLanguage`, `LookupsClosed`, `playing.NotFound` for a game that the player may not see.
    """
    if language not in {offered for variant in VARIANTS.values() for offered in variant.languages}:
        raise UnknownLanguage
    if game_id is None:
        check_free(repository, player, language)
        found = dictionaries.find(language)
        if found is None:
            raise UnknownLanguage
        lexicon = found
    else:
        # Read only: settling what is overdue is left to those who may write.
        stored = repository.load(game_id)
        if stored is None or not playing.may_see(stored, player):
            raise playing.NotFound
        if stored.rules.language != language:
            raise UnknownLanguage
        if is_closed(repository, stored):
            raise LookupsClosed
        if not is_playing(stored, player):
            # It says which dictionary, no more: a finished game, or one that waits, opens none for another game.
            check_free(repository, player, language)
        lexicon = dictionaries.pinned(stored)
    letters = ALPHABETS[language].spell(word)
    return Verdict(letters, lexicon.contains(letters), dictionaries.version_of(lexicon.hash))


def check_free(repository: GameRepository, player: str, language: str) -> None:
    """Raises `LookupsClosed` while a game of the player closes the dictionary of this language to him."""
    games = repository.load_many(repository.places(player))
    waiting_for_me = [
        stored
        for stored in games.values()
        if stored.rules.language == language
        and stored.game is not None
        and stored.game.to_move is not None
        and stored.game.to_move == stored.seat_of(player)
    ]
    if any(is_closed(repository, stored) for stored in waiting_for_me):
        raise LookupsClosed


def is_playing(stored: StoredGame, player: str) -> bool:
    """Whether the game is running and this player still plays in it."""
    seat = stored.seat_of(player)
    if stored.game is None or stored.game.is_over or seat is None:
        return False
    return stored.game.seats[seat].is_playing


def is_closed(repository: GameRepository, stored: StoredGame) -> bool:
    """Whether this game's rules forbid to look words up now. Before the start and after the end nothing does."""
    if stored.game is None or stored.game.is_over or stored.rules.lookups == "always":
        return False
    return stored.rules.lookups == "never" or not repository.word_check()
