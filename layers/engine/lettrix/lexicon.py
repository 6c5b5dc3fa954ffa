"""Which words are valid: the word-graph file, opened by mmap, and the interface that the engine asks for.

The file (extension ``.lxg``), format version 1
-----------------------------------------------
A sequence of little-endian 64-bit unsigned cells, numbered from 0. "Low" and "high" are bits 0-31 and 32-63.
Letters are numbered from 1 to 31 in alphabetical order of their alphabet; in every mask letter ``i`` is bit
``i`` and bit 0 is clear.

====== ==================================================================================================
cell   content
====== ==================================================================================================
0      magic: the bytes ``89 4C 58 47 0D 0A 1A 0A`` (``\\x89LXG\\r\\n\\x1a\\n``)
1      format version
2      size of the file, in cells, below 2**31
3      cell of the root state; 0 when there are no words
4      number of words
5-8    content hash: SHA-256 of all the bytes of the file but these 32
9-24   alphabet, as 32 numbers of 32 bits: how many letters, then the Unicode code points of letters 1 to 31,
       0 where there is none. One letter is one code point, upper case; any script will do.
25-    the states
====== ==================================================================================================

A *state* is where one stands after the beginning of a word. It takes one header cell and then one cell for
each letter that can go on from it, in letter order::

    header  low: the letters that go on     high: the letters after which a word ends (among those)
    edge    bits 0-30: cell of the target state, 0 if nothing goes on after this letter
            bit 31: a word ends with this letter
            high: the letters that go on from the target (the low half of its header; 0 for target 0)

So the edge of letter ``i`` from state ``s`` is cell ``s + 1 + popcount(letters & ((1 << i) - 1))``, an edge
says without reading its target which letters can follow, and the high half of a header is a cross-set.
States follow one another without gaps to the end of the file, in the order of their longest distance from the
root, so a target always stands behind the states that lead to it: one pass over the file proves that it is
sound and without cycles (`Lexicon.verify`). The automaton is minimal.

Opening reads the header alone. Bytes that are no such file are refused with `LexiconError`; a file damaged
further on gives wrong words or LexiconError when it is used, never another error and never an endless walk.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Protocol, Self

try:
    from . import _native
except ImportError:  # built without a compiler: everything in plain Python then
    _native = None  # type: ignore[assignment]

MAGIC = b"\x89LXG\r\n\x1a\n"
FORMAT_VERSION = 1
MAX_LETTERS = 31
MAX_CELLS = (1 << 31) - 1
CELL_BYTES = 8
FIRST_STATE = 25
"""Cell where the states begin."""
HASH_START = 5 * CELL_BYTES
HASH_BYTES = 32
ALPHABET_CELL = 9

TARGET_MASK = 0x7FFF_FFFF
"""The bits of an edge that hold its target."""
END_FLAG = 1 << 31
"""The bit of an edge that says that a word ends with its letter."""
LETTERS_MASK = 0xFFFF_FFFE
"""The bits that letters take in either half of a cell."""


class LexiconError(ValueError):
    """A file that is no sound word graph, or words or letters that cannot become one; one line of text."""


class WordList(Protocol):
    """What the engine asks of a dictionary."""

    @property
    def hash(self) -> str:
        """64 lower-case hex digits that change when a word does; a game pins it when it is created."""

    def contains(self, word: str) -> bool:
        """Whether the word, in upper-case letters of the alphabet, is valid. Any other text is not."""


class WordSet:
    """A dictionary held in a set, for a handful of words."""

    __slots__ = ("_words", "hash")

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self.hash = list_hash(self._words)
        """SHA-256 of the words in code point order, one a line."""

    def contains(self, word: str) -> bool:
        """Whether the word is in the set."""
        return word in self._words


class Lexicon:
    """A word-graph file, read where it lies.

    Beside `contains` it offers the walk that a move generator needs. A state is the cell where it
    begins, 0 is the state that nothing leaves, and letters are their numbers in the alphabet, counted from 1.
    A walk that leaves the file (it is damaged, then) raises LexiconError. `cells` gives the same to code in a
    hurry, in the layout above; on a damaged file its index may be out of range, which that code has to catch.
    """

    __slots__ = (
        "__weakref__",
        "_bits",
        "_file",
        "_root_letters",
        "alphabet",
        "cells",
        "graph",
        "hash",
        "letter_numbers",
        "prepared",
        "root",
        "word_count",
    )

    alphabet: str
    """The letters in order; letter number i is alphabet[i - 1]."""
    letter_numbers: Mapping[str, int]
    """The number of each letter, counted from 1."""
    cells: memoryview
    """The whole file as 64-bit numbers, header included."""
    root: int
    """The state where words begin, 0 if there are none."""
    word_count: int
    """How many words the file says it holds (`verify` counts them)."""
    hash: str
    """The content hash as the file states it, in hex (`verify` computes it)."""
    graph: _native.Graph | None
    """The cells as the native generator reads them, where it was built."""
    prepared: dict[tuple[int, ...], tuple[Any, tuple[object, ...]]]
    """What a generator keeps between searches in this lexicon."""

    def __init__(self, content: bytes | bytearray | memoryview | mmap.mmap) -> None:
        if sys.byteorder != "little":
            raise LexiconError("word graphs are read on little-endian machines only")
        data = memoryview(content)
        if data.nbytes < FIRST_STATE * CELL_BYTES or bytes(data[: len(MAGIC)]) != MAGIC:
            raise LexiconError("not a word-graph file")
        if data.nbytes % CELL_BYTES:
            raise LexiconError("the word-graph file is cut short")
        cells = data.cast("Q")
        version, size, root, word_count = cells[1:5]
        if version != FORMAT_VERSION:
            raise LexiconError(f"word-graph format {version} is not {FORMAT_VERSION}, the one known here")
        if size != len(cells) or size > MAX_CELLS:
            raise LexiconError(f"the word-graph file should have {size} cells and has {len(cells)}")
        if root and not FIRST_STATE <= root < size:
            raise LexiconError("the word graph's root is not in the file")
        self._file: mmap.mmap | None = None
        self.alphabet = _alphabet(cells)
        self.letter_numbers = MappingProxyType({letter: i for i, letter in enumerate(self.alphabet, 1)})
        self.cells = cells
        self.root = root
        self.word_count = word_count
        self.hash = bytes(data[HASH_START : HASH_START + HASH_BYTES]).hex()
        self._bits = {letter: 1 << i for letter, i in self.letter_numbers.items()}
        self._root_letters = self.letters(root)
        self.graph = None if _native is None else _native.Graph(cells, root, self.alphabet, LexiconError)
        self.prepared = {}

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The word graph in a file, mapped read-only. Raises LexiconError if there is none."""
        name = os.path.basename(path)
        try:
            with open(path, "rb") as file:
                # A mapping of length 0 covers the file, and cannot be of an empty one.
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "the file is empty"
            raise LexiconError(f"cannot open the word graph {name}: {reason}") from error
        try:
            lexicon = cls(content)
        except LexiconError as error:
            raise LexiconError(f"{name}: {error}") from None
        lexicon._file = content
        return lexicon

    @classmethod
    def from_bytes(cls, content: bytes | bytearray | memoryview) -> Self:
        """The word graph in memory. Raises LexiconError if it is none."""
        return cls(content)

    def close(self) -> None:
        """Unmap the file. The lexicon and its cells are of no use afterwards."""
        if self.graph is not None:
            self.graph.release()
        self.cells.release()
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def contains(self, word: str) -> bool:
        """Whether the word, in upper-case letters of the alphabet, is in the graph.

        Anything else, lower-case letters and the empty word among it, is not.
        """
        if self.graph is not None:
            return self.graph.contains(word)
        return self.contains_plainly(word)

    def contains_plainly(self, word: str) -> bool:
        """`contains` in plain Python, for where the native generator was not built."""
        cells = self.cells
        bits = self._bits
        state = self.root
        letters = self._root_letters
        edge = 0
        try:
            for letter in word:
                bit = bits[letter]
                if not letters & bit:
                    return False
                edge = cells[state + 1 + (letters & (bit - 1)).bit_count()]
                state = edge & TARGET_MASK
                letters = edge >> 32
        except KeyError:
            return False
        except IndexError:
            raise _damaged() from None
        return edge & END_FLAG != 0

    def letters(self, state: int) -> int:
        """Mask of the letters that go on from a state."""
        return self._header(state) & LETTERS_MASK

    def ends(self, state: int) -> int:
        """Mask of the letters after which a word ends: the cross-set of what led to the state."""
        return self._header(state) >> 32 & LETTERS_MASK

    def child(self, state: int, letter: int) -> int:
        """The state after one more letter; 0 if the letter does not go on, or nothing goes on after it.

        Whether a word ends with the letter is bit `letter` of `ends(state)`.
        """
        letters = self.letters(state)
        bit = 1 << letter
        if not letters & bit:
            return 0
        place = state + 1 + (letters & (bit - 1)).bit_count()
        if place >= len(self.cells):
            raise _damaged()
        return self.cells[place] & TARGET_MASK

    def walk(self, letters: str) -> int:
        """The state after the beginning of a word; 0 if no word goes on after it."""
        state = self.root
        for letter in letters:
            state = self.child(state, self.letter_numbers.get(letter, 0))
        return state

    def words(self) -> Iterator[str]:
        """All words in alphabetical order. Raises LexiconError before the first if the graph is not sound."""
        self._check_graph()
        # Depth first; of a state: the letters that led to it, and the mask of those still to be followed.
        path: list[tuple[int, str, int]] = [(self.root, "", self._root_letters)]
        while path:
            state, beginning, todo = path.pop()
            if not todo:
                continue
            bit = todo & -todo
            path.append((state, beginning, todo ^ bit))
            number = bit.bit_length() - 1
            word = beginning + self.alphabet[number - 1]
            if self.ends(state) & bit:
                yield word
            target = self.child(state, number)
            path.append((target, word, self.letters(target)))

    def verify(self) -> None:
        """Read the whole file: the content hash holds, the graph is sound, the words are as many as it says.

        Raises LexiconError with the first thing that is wrong.
        """
        if content_hash(self.cells.cast("B")) != self.hash:
            raise LexiconError("the word graph's content does not match its hash")
        self._check_graph()

    def _header(self, state: int) -> int:
        if state >= len(self.cells):
            raise _damaged()
        return self.cells[state] if state else 0

    def _check_graph(self) -> None:
        """Every cell is as the format says, in one pass from the last state to the first."""
        cells = self.cells
        known = (2 << len(self.alphabet)) - 2
        states: list[int] = []
        state = FIRST_STATE
        while state < len(cells):
            states.append(state)
            state += 1 + (cells[state] & LETTERS_MASK).bit_count()
        if state != len(cells) or self.root != (states[0] if states else 0):
            raise _damaged()
        # Words that can be made from each state: a target stands behind, so it is counted before it is asked.
        words = {0: 0}
        letters_of = {0: 0}
        for state in reversed(states):
            header = cells[state]
            letters = header & LETTERS_MASK
            ends = header >> 32
            if header & 1 or not letters or letters & ~known or ends & ~letters:
                raise _damaged()
            total = ends.bit_count()
            for place in range(state + 1, state + 1 + letters.bit_count()):
                edge = cells[place]
                target = edge & TARGET_MASK
                bit = letters & -letters
                letters ^= bit
                # The states behind this one and 0 are those in the table.
                if letters_of.get(target) != edge >> 32 or (edge & END_FLAG != 0) != (ends & bit != 0):
                    raise _damaged()
                if not target and not ends & bit:
                    raise _damaged()
                total += words[target]
            words[state] = total
            letters_of[state] = header & LETTERS_MASK
        if words[self.root] != self.word_count:
            raise LexiconError(
                f"the word graph holds {words[self.root]} words and says that it holds {self.word_count}"
            )


def _alphabet(cells: memoryview) -> str:
    slots = [half for cell in cells[ALPHABET_CELL:FIRST_STATE] for half in (cell & 0xFFFF_FFFF, cell >> 32)]
    count, points = slots[0], slots[1:]
    if not 1 <= count <= MAX_LETTERS or any(points[count:]):
        raise LexiconError("the word graph's alphabet is damaged")
    letters = [chr(point) for point in points[:count] if point <= sys.maxunicode]
    if len(set(letters)) != count or not all(letter.isalpha() for letter in letters):
        raise LexiconError("the word graph's alphabet is damaged")
    return "".join(letters)


def _damaged() -> LexiconError:
    return LexiconError("the word graph is damaged")


def content_hash(content: bytes | bytearray | memoryview) -> str:
    """The content hash of a word-graph file, in hex: SHA-256 of all its bytes but those of the hash."""
    data = memoryview(content)
    digest = hashlib.sha256(data[:HASH_START])
    digest.update(data[HASH_START + HASH_BYTES :])
    return digest.hexdigest()


def list_hash(words: Iterable[str]) -> str:
    """SHA-256, in hex, of the distinct words in code point order, each followed by a line feed."""
    return hashlib.sha256("".join(word + "\n" for word in sorted(set(words))).encode()).hexdigest()
