"""Import a Wiktextract dump from a file, compressed or not, into a dictionary and a glossary."""

from __future__ import annotations

import contextlib
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from lettrix.glossary import GlossaryError
from lettrix.glossarybuild import GlossaryWriter
from lettrix_cli.kaikki import Import, lines_of
from lettrix_cli.shell import CommandError

_GZIP = b"\x1f\x8b"


def import_dump(dump: Path, language: str, glossary: Path | None) -> Import:
    """What a dump (`-`: standard input) gives; what the words mean goes into the glossary file, if one is named.

    Raises `CommandError`, `OSError`; then the glossary is as it was.
    """
    found = Import(language)
    name = "standard input" if dump == Path("-") else str(dump)
    try:
        with contextlib.ExitStack() as files:
            writer: GlossaryWriter | None = None
            if glossary is not None:
                writer = files.enter_context(
                    GlossaryWriter(
                        glossary,
                        language,
                        source=f"Wiktionary ({dump.name if dump != Path('-') else 'imported'})",
                        licence="CC-BY-SA-4.0",
                        more={"notice": "From Wiktionary, by its contributors, by way of Wiktextract (kaikki.org)."},
                    )
                )
                add = writer.add
                found.tell = lambda meaning: add(*meaning)
            found.read(lines_of(files.enter_context(_opened(dump))))
            if not found.lemmas:
                raise CommandError(f"{name} has no word of the language {language}: {summary(found)[-1]}")
            if writer is not None:
                writer.link = f"https://{found.edition}.wiktionary.org/wiki/{{}}"
                for form, lemmas in sorted(found.lemmas.items()):
                    for lemma in sorted(lemmas):
                        writer.add_form(form, lemma)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise CommandError(f"{name} is damaged or cut short: {error}") from None
    except GlossaryError as error:
        raise CommandError(str(error)) from None
    return found


@contextlib.contextmanager
def _opened(dump: Path) -> Iterator[IO[bytes]]:
    """A file or standard input, as it is before compression."""
    with contextlib.nullcontext(sys.stdin.buffer) if dump == Path("-") else dump.open("rb") as raw:
        file = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw))
        if file.peek(2)[:2] == _GZIP:
            with gzip.open(file) as content:
                yield cast(IO[bytes], content)
        else:
            yield file


def summary(found: Import) -> list[str]:
    """What was taken and what was left out, as lines for people."""
    lines = [f"{len(found.lemmas)} words from {found.entries} of {found.lines} lines"]
    for title, dropped in (("entries", found.dropped_entries), ("forms", found.dropped_forms)):
        reasons = sorted(dropped.items(), key=lambda item: (-item[1], item[0]))
        if reasons:
            lines.append(f"{title} left out: {', '.join(f'{count} {reason}' for reason, count in reasons)}")
    if found.unknown_parts:
        parts = ", ".join(f"{count} {part or '(none)'}" for part, count in found.unknown_parts.most_common())
        lines.append(f"unknown parts of speech: {parts}")
    return lines


def report(found: Import) -> dict[str, Any]:
    """The same for programs."""
    return {
        "lines": found.lines,
        "entries": found.entries,
        "left_out": {reason.name.lower(): count for reason, count in sorted(found.dropped_entries.items())},
        "forms_left_out": {reason.name.lower(): count for reason, count in sorted(found.dropped_forms.items())},
        "unknown_parts": dict(sorted(found.unknown_parts.items())),
        "damaged": found.damaged,
        "faults": found.faults,
    }
