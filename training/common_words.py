"""Make the lists of common words that the robot's first level prefers, from the frequency lists of wordfreq.

    pip download wordfreq==3.1.1 --no-deps -d /tmp/wordfreq
    python training/common_words.py /tmp/wordfreq/wordfreq-3.1.1-py3-none-any.whl fr en de tr

wordfreq (Robyn Speer, doi 10.5281/zenodo.7199437) ranks words by use in subtitles, news, encyclopedias and books; its
data may be redistributed under CC BY-SA 4.0. What is taken: the most common words of 2 to 8 letters that the game's
own dictionary has, as many as the option says. A frequency list is a gzipped msgpack array whose item number c holds
the words of c hundredths of a ten-fold below the most common possible; the few forms of msgpack that occur are read
here, so that no package is needed.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path

from lettrix.lexicon import Lexicon
from lettrix.tiles import ALPHABETS

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "layers/engine/lettrix/robot/common"
MEMBER = "wordfreq/data/small_{}.msgpack.gz"


def unpack(data: bytes) -> list[list[str]]:
    """The arrays of words of a frequency list; raises `ValueError` for anything else."""
    at = 0

    def size(low: int, fixed: int, kinds: dict[int, int]) -> int:
        nonlocal at
        kind = data[at]
        at += 1
        if low <= kind < low + fixed:
            return kind - low
        if kind not in kinds:
            raise ValueError(f"not a frequency list: byte {kind:#x} at {at - 1}")
        width = kinds[kind]
        at += width
        return int.from_bytes(data[at - width : at], "big")

    def text() -> str:
        nonlocal at
        length = size(0xA0, 32, {0xD9: 1, 0xDA: 2})
        at += length
        return data[at - length : at].decode()

    arrays = {0xDC: 2, 0xDD: 4}
    count = size(0x90, 16, arrays)
    end = _skip_map(data, at)
    at = end
    return [[text() for _ in range(size(0x90, 16, arrays))] for _ in range(count - 1)]


def _skip_map(data: bytes, at: int) -> int:
    """The end of the header, a small map of short texts and small numbers."""
    kind = data[at]
    if not 0x80 <= kind < 0x90:
        raise ValueError("not a frequency list: it has no header")
    at += 1
    for _ in range(2 * (kind - 0x80)):
        value = data[at]
        at += 1 + (value - 0xA0 if 0xA0 <= value < 0xC0 else 0)
    return at


def common(wheel: Path, language: str, lexicon: Lexicon, most: int) -> Iterator[str]:
    """The most common words of the dictionary, most common first."""
    with zipfile.ZipFile(wheel) as archive:
        ranked = unpack(gzip.decompress(archive.read(MEMBER.format(language))))
    alphabet, seen = ALPHABETS[language], set[str]()
    for words in ranked:
        for word in sorted(words):
            spelled = alphabet.spell(word)
            if 2 <= len(spelled) <= 8 and spelled not in seen and lexicon.contains(spelled):
                seen.add(spelled)
                yield spelled
                if len(seen) == most:
                    return


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("languages", nargs="+", choices=sorted(ALPHABETS))
    parser.add_argument("--most", type=int, default=2500)
    parser.add_argument("--lexicons", type=Path, default=ROOT / "build/lexicon", help="folder")
    options = parser.parse_args()
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for language in options.languages:
        lexicon = Lexicon.open(options.lexicons / f"{language}.lxg")
        words = sorted(common(options.wheel, language, lexicon, options.most))
        lines = textwrap.wrap(" ".join(words), 118)
        about = (
            f"The {len(words)} most common words of 2 to 8 letters, from wordfreq 3.1.1 (CC BY-SA 4.0; "
            "see NOTICE-dictionaries.md).\n\nWritten by training/common_words.py.\n"
        )
        text = "\n".join([f'"""{about}"""', "", 'WORDS = """', *lines, '"""', ""])
        (OUTPUT / f"{language}.py").write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
