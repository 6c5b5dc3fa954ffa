"""Build the word-graph file that `lettrix.lexicon` describes and reads.

The graph is the minimal acyclic automaton of the words, made by incremental construction over sorted input
(Daciuk, Mihov, Watson and Watson, *Incremental Construction of Minimal Acyclic Finite-State Automata*, 2000).
The same words and alphabet give the same bytes on every machine and Python version.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

from lettrix.lexicon import (
    END_FLAG,
    FIRST_STATE,
    FORMAT_VERSION,
    HASH_BYTES,
    HASH_START,
    MAGIC,
    MAX_CELLS,
    MAX_LETTERS,
    LexiconError,
    content_hash,
)

# A state: its edges in letter order, as (letter, a word ends here, number of the target state).
Edge = tuple[int, bool, int]
State = tuple[Edge, ...]
_EMPTY = 0  # number of the state that nothing leaves


def build_graph(words: Iterable[str], alphabet: str) -> bytes:
    """The word-graph file of `words`, in any order and with repetitions.

    `alphabet` gives the letters in their order, at most 31 and each once; a word is made of these letters.
    Raises LexiconError for an alphabet or a word that breaks this.
    """
    if not 1 <= len(alphabet) <= MAX_LETTERS or len(set(alphabet)) != len(alphabet) or not alphabet.isalpha():
        raise LexiconError(f"an alphabet is 1 to {MAX_LETTERS} different letters")
    rows = _rows(words, alphabet)
    states, root = _minimal_states(rows)
    return _file(states, root, alphabet, len(rows))


def _rows(words: Iterable[str], alphabet: str) -> list[bytes]:
    """The distinct words as bytes of letter numbers (counted from 1), sorted."""
    letters = set(alphabet)
    numbers = str.maketrans({letter: chr(number) for number, letter in enumerate(alphabet, 1)})
    distinct = set(words)
    for word in distinct:
        if not word or not letters.issuperset(word):
            raise LexiconError(f"not a word of this alphabet: {word!r}")
    return sorted(word.translate(numbers).encode("latin-1") for word in distinct)


def _minimal_states(rows: list[bytes]) -> tuple[list[State], int]:
    """The states of the minimal automaton of sorted distinct rows, and the number of the root.

    A state is numbered after all its targets, so that counting down is a topological order.
    """
    states: list[State] = [()]
    numbers: dict[State, int] = {(): _EMPTY}
    # The states along the last word, still open: only they can get more edges.
    path: list[list[Edge]] = [[]]

    def close_last() -> int:
        """Take the deepest open state off the path, or its twin already known; the number it got."""
        state = tuple(path.pop())
        number = numbers.get(state)
        if number is None:
            number = numbers[state] = len(states)
            states.append(state)
        if path:
            letter, ends, _ = path[-1][-1]
            path[-1][-1] = (letter, ends, number)
        return number

    previous = b""
    for row in rows:
        shared = 0
        while shared < len(previous) and row[shared] == previous[shared]:
            shared += 1
        while len(path) > shared + 1:
            close_last()
        for place in range(shared, len(row)):
            path[-1].append((row[place], place == len(row) - 1, _EMPTY))
            path.append([])
        previous = row
    while len(path) > 1:
        close_last()
    return states, close_last()


def _level_order(states: list[State], root: int) -> list[int]:
    """The numbers of the states but the empty one, by their longest distance from the root.

    So a target always stands behind the states that lead to it (no file in this order can hold a cycle), and
    what a search reads together stays close together.
    """
    level = [0] * len(states)
    for number in range(root, _EMPTY, -1):
        below = level[number] + 1
        for _, _, target in states[number]:
            level[target] = max(level[target], below)
    return sorted(range(root, _EMPTY, -1), key=level.__getitem__)


def _file(states: list[State], root: int, alphabet: str, word_count: int) -> bytes:
    order = _level_order(states, root)
    place = [0] * len(states)
    size = FIRST_STATE
    for number in order:
        place[number] = size
        size += 1 + len(states[number])
    if size > MAX_CELLS:
        raise LexiconError(f"the word graph needs {size} cells, more than the format holds")
    letters = [sum(1 << letter for letter, _, _ in state) for state in states]

    points = [ord(letter) for letter in alphabet] + [0] * (MAX_LETTERS - len(alphabet))
    slots = [len(alphabet), *points]
    cells = array("Q", [int.from_bytes(MAGIC, "little"), FORMAT_VERSION, size, place[root], word_count])
    cells.extend([0] * (HASH_BYTES // 8))
    cells.extend(slots[pair] | slots[pair + 1] << 32 for pair in range(0, len(slots), 2))
    for number in order:
        state = states[number]
        cells.append(letters[number] | sum(1 << letter for letter, ends, _ in state if ends) << 32)
        cells.extend(place[target] | (END_FLAG if ends else 0) | letters[target] << 32 for _, ends, target in state)
    if sys.byteorder != "little":
        cells.byteswap()
    content = bytearray(cells.tobytes())
    seal(content)
    return bytes(content)


def seal(content: bytearray) -> None:
    """Write the content hash into its place in a word-graph file."""
    content[HASH_START : HASH_START + HASH_BYTES] = bytes.fromhex(content_hash(content))
