"""Search a dictionary: by pattern, by letters, by what extends a word. (One word: `Lexicon.contains`.)

Every search walks the word graph and, letter by letter beside it, an automaton that says what is asked for. Where the
two together came to nothing once, the walk does not go again, so a search costs about as much as the part of the
graph that can still match, however many words lead through it.

There is no clock here: a search is bounded by its number of results and by its *steps* (letters followed in the
graph, and what it costs to work out a state of that automaton in the same coin; a million of them take about a second
in plain Python), and gives the same answer at every run. Bad input is a
ValueError of one line, a damaged file a LexiconError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

from .lexicon import END_FLAG, LETTERS_MASK, TARGET_MASK, Lexicon, LexiconError
from .tiles import BLANK

LIMIT = 1000
"""Results, unless told otherwise."""
STEPS = 1_000_000
"""Steps, unless told otherwise."""
STEPS_OF_A_STATE = 25
"""What it costs to work out a state of a query: so many times as long as to follow a letter."""
LONGEST_INPUT = 100
"""Signs of a pattern, or letters of a rack."""
_MANY = 1 << 40
"""More than there ever are."""


class Matches(NamedTuple):
    """What a search found."""

    words: list[str]
    """In the order that the search promises, each once."""
    complete: bool
    """Whether these are all. If not, a limit was met: of results (then these are the first of those found) or of
    steps (then any may be missing)."""


class Hooks(NamedTuple):
    """The letters, in alphabetical order, that make another word of a word when one is put before or behind it."""

    front: str
    back: str


def pattern(lexicon: Lexicon, text: str, *, limit: int = LIMIT, steps: int = STEPS) -> Matches:
    """The words that match a pattern from their first letter to their last, in alphabetical order.

    A pattern is a sequence of

    ========== ====================================================================
    ``A``      this letter, in the upper case of the graph's alphabet
    ``.`` ``?`` any one letter
    ``*``      any number of letters, none among them
    ``[AEI]``  one of these letters
    ``[^AEI]`` one letter, none of these
    ========== ====================================================================

    There are no ranges and no other signs. ``Q..T*`` is Q, two letters, T, and anything.
    """
    return _walk(lexicon, _Pattern(_parse(text, lexicon), _every(lexicon)), limit, steps)


def anagrams(
    lexicon: Lexicon,
    letters: str,
    *,
    shortest: int | None = None,
    must: str = "",
    limit: int = LIMIT,
    steps: int = STEPS,
) -> Matches:
    """The words that a rack makes, longest first, then in alphabetical order.

    `letters`: upper-case letters of the graph's alphabet, ``?`` for a blank, which is any letter. Without `shortest` a
    word takes them all; with it, at least so many of them. `must`: letters, each as often as it is written, that a
    word has to hold, whether by its own tile or by a blank.
    """
    _check_bounds(limit, steps)
    rack, needed = _counts(letters, lexicon, blanks=True), _counts(must, lexicon)
    if not letters:
        raise ValueError("there are no letters to make a word of")
    least = len(letters) if shortest is None else shortest
    if least < 1:
        raise ValueError("a word has at least one letter")
    # Every word that the steps allow is found before the longest can be told. The native walk knows no dead ends, so it
    # takes as many steps or more; where they do not suffice, the walk below says how far they lead.
    words = None
    if lexicon.graph is not None:
        words = lexicon.graph.anagrams(bytes(rack), bytes(needed), min(least, _MANY), min(steps, _MANY))
    found = _walk(lexicon, _Rack(rack, needed, least), None, steps) if words is None else Matches(words, complete=True)
    longest_first = sorted(found.words, key=len, reverse=True)
    return Matches(longest_first[:limit], found.complete and len(longest_first) <= limit)


def containing(lexicon: Lexicon, letters: str, *, limit: int = LIMIT, steps: int = STEPS) -> Matches:
    """The words that hold at least these letters, each as often as it is written, anywhere and in any order,
    among any others; in alphabetical order."""
    if not letters:
        raise ValueError("there are no letters to look for")
    return _walk(lexicon, _AtLeast(_counts(letters, lexicon)), limit, steps)


def extensions(lexicon: Lexicon, word: str, *, limit: int = LIMIT, steps: int = STEPS) -> Matches:
    """The words that hold a word, or any piece of one, with letters before it, behind it, or both; in alphabetical
    order. The word itself is not among them."""
    _check_bounds(limit, steps)
    if not word:
        raise ValueError("there is no word to extend")
    signs = [_STAR, *(_bit(letter, lexicon) for letter in word), _STAR]
    found = _walk(lexicon, _Pattern(signs, _every(lexicon)), limit + 1, steps)
    words = [longer for longer in found.words if longer != word]
    return Matches(words[:limit], found.complete and len(words) <= limit)


def hooks(lexicon: Lexicon, word: str) -> Hooks:
    """The letters that extend a word by one, at either end."""
    if not word:
        raise ValueError("there is no word to extend")
    for letter in word:
        _bit(letter, lexicon)
    return Hooks(
        "".join(letter for letter in lexicon.alphabet if lexicon.contains(letter + word)),
        "".join(letter for letter in lexicon.alphabet if lexicon.contains(word + letter)),
    )


Key = TypeVar("Key", bound=Hashable)


class _Query(ABC, Generic[Key]):
    """An automaton over letters (their numbers in the alphabet, from 1); a key is one of its states."""

    start: Key

    @abstractmethod
    def letters(self, key: Key) -> int:
        """Mask of the letters that can still lead to a match. Of letters of the alphabet alone."""

    @abstractmethod
    def after(self, key: Key, letter: int) -> Key:
        """The state after one of these letters."""

    @abstractmethod
    def accepts(self, key: Key) -> bool:
        """Whether a word that ends here matches."""


class _Pattern(_Query[int]):
    """Signs in a row; a key is the set of the places, as bits, where one may stand before the next letter."""

    def __init__(self, signs: list[int], every: int) -> None:
        self.signs, self.every = signs, every
        self.start = self._over_stars(1)

    def _over_stars(self, places: int) -> int:
        for place, sign in enumerate(self.signs):
            if sign == _STAR and places >> place & 1:
                places |= 2 << place
        return places

    def letters(self, key: int) -> int:
        mask = 0
        for place, sign in enumerate(self.signs):
            if key >> place & 1:
                mask |= self.every if sign == _STAR else sign
        return mask

    def after(self, key: int, letter: int) -> int:
        places = 0
        for place, sign in enumerate(self.signs):
            if key >> place & 1:
                if sign == _STAR:
                    places |= 1 << place
                elif sign >> letter & 1:
                    places |= 2 << place
        return self._over_stars(places)

    def accepts(self, key: int) -> bool:
        return bool(key >> len(self.signs) & 1)


Counts = tuple[int, ...]
"""How many there are of each letter, by its number; of blanks under 0."""


class _Rack(_Query[tuple[Counts, Counts]]):
    """Tiles, where a letter takes its own before it takes a blank; a key is what is left and what still must come."""

    def __init__(self, rack: Counts, needed: Counts, shortest: int) -> None:
        self.most_left = sum(rack) - shortest
        self.start = rack, needed

    def letters(self, key: tuple[Counts, Counts]) -> int:
        left, needed = key
        lacking = sum(max(0, wanted - there) for wanted, there in zip(needed[1:], left[1:], strict=True))
        if sum(needed) > sum(left) or lacking > left[0]:
            return 0
        # A blank that has to stand for a letter to come is not free.
        free = left[0] > lacking
        return sum(
            1 << letter
            for letter in range(1, len(left))
            if left[letter] or free or (left[0] and needed[letter] > left[letter])
        )

    def after(self, key: tuple[Counts, Counts], letter: int) -> tuple[Counts, Counts]:
        left, needed = key
        return _less(left, letter if left[letter] else 0), _less(needed, letter) if needed[letter] else needed

    def accepts(self, key: tuple[Counts, Counts]) -> bool:
        left, needed = key
        return not any(needed) and sum(left) <= self.most_left


class _AtLeast(_Query[Counts]):
    """Letters that have to come, among any others; a key is what still must come."""

    def __init__(self, needed: Counts) -> None:
        self.start = needed

    def letters(self, key: Counts) -> int:
        return (1 << len(key)) - 2

    def after(self, key: Counts, letter: int) -> Counts:
        return _less(key, letter) if key[letter] else key

    def accepts(self, key: Counts) -> bool:
        return not any(key)


def _less(counts: Counts, letter: int) -> Counts:
    return (*counts[:letter], counts[letter] - 1, *counts[letter + 1 :])


class _Node(Generic[Key]):
    """A state of a query, worked out when the walk first comes to it."""

    __slots__ = ("accepts", "dead", "key", "letters", "targets")

    def __init__(self, query: _Query[Key], key: Key) -> None:
        self.key = key
        self.letters = query.letters(key)
        self.accepts = query.accepts(key)
        self.targets: dict[int, _Node[Key]] = {}
        self.dead: set[int] = set()
        """The states of the graph from which nothing was found."""


class _Frame(Generic[Key]):
    """Where the walk stands: in the graph, in the query, and which letters are still to be followed."""

    __slots__ = ("found_before", "letters", "node", "state", "todo")

    def __init__(self, state: int, letters: int, node: _Node[Key], found_before: int) -> None:
        self.state, self.letters, self.node = state, letters, node
        self.todo = letters & node.letters
        self.found_before = found_before


def _walk(lexicon: Lexicon, query: _Query[Key], limit: int | None, steps: int) -> Matches:
    """The words of the graph that a query accepts, in alphabetical order."""
    _check_bounds(1 if limit is None else limit, steps)
    cells, alphabet = lexicon.cells, lexicon.alphabet
    start = _Node(query, query.start)
    nodes = {query.start: start}
    words: list[str] = []
    frames = [_Frame(lexicon.root, lexicon.letters(lexicon.root), start, 0)]
    path: list[str] = []
    """The letters that led from each frame to the next."""
    try:
        while frames:
            frame = frames[-1]
            node, todo = frame.node, frame.todo
            if not todo:
                frames.pop()
                if path:
                    path.pop()
                if len(words) == frame.found_before:
                    node.dead.add(frame.state)
                continue
            if steps <= 0:
                return Matches(words, complete=False)
            steps -= 1
            bit = todo & -todo
            frame.todo = todo ^ bit
            letter = bit.bit_length() - 1
            edge = cells[frame.state + 1 + (frame.letters & (bit - 1)).bit_count()]
            target = node.targets.get(letter)
            if target is None:
                key = query.after(node.key, letter)
                target = nodes.get(key)
                if target is None:
                    target = nodes[key] = _Node(query, key)
                    steps -= STEPS_OF_A_STATE
                node.targets[letter] = target
            if target.accepts and edge & END_FLAG:
                if len(words) == limit:
                    return Matches(words, complete=False)
                words.append("".join(path) + alphabet[letter - 1])
            letters, state = edge >> 32 & LETTERS_MASK, edge & TARGET_MASK
            if letters & target.letters and state not in target.dead:
                if state <= frame.state:
                    raise LexiconError("the word graph is damaged")
                path.append(alphabet[letter - 1])
                frames.append(_Frame(state, letters, target, len(words)))
    except IndexError:
        raise LexiconError("the word graph is damaged") from None
    return Matches(words, complete=True)


_STAR = 0
"""The sign `*`; any other is the mask of the letters that it stands for."""


def _parse(text: str, lexicon: Lexicon) -> list[int]:
    """The signs of a pattern."""
    if not text:
        raise ValueError("the pattern is empty")
    if len(text) > LONGEST_INPUT:
        raise ValueError(f"the pattern is longer than {LONGEST_INPUT} signs")
    every = _every(lexicon)
    signs: list[int] = []
    place = 0
    while place < len(text):
        sign = text[place]
        place += 1
        if sign == "[":
            end = text.find("]", place)
            if end < 0:
                raise ValueError("the pattern has a [ without its ]")
            none_of = text.startswith("^", place)
            mask = 0
            for letter in text[place + none_of : end]:
                mask |= _bit(letter, lexicon)
            if not mask:
                raise ValueError("the pattern has brackets without a letter")
            if none_of and mask == every:
                raise ValueError("the pattern has brackets that leave no letter")
            signs.append(every ^ mask if none_of else mask)
            place = end + 1
        elif sign == "*":
            if signs[-1:] != [_STAR]:
                signs.append(_STAR)
        else:
            signs.append(every if sign in ".?" else _bit(sign, lexicon))
    return signs


def _counts(letters: str, lexicon: Lexicon, *, blanks: bool = False) -> Counts:
    """How many there are of each letter of the alphabet, and of blanks under 0 where they are allowed."""
    if len(letters) > LONGEST_INPUT:
        raise ValueError(f"more than {LONGEST_INPUT} letters")
    counts = [0] * (len(lexicon.alphabet) + 1)
    for letter in letters:
        if letter == BLANK and blanks:
            counts[0] += 1
        else:
            counts[_bit(letter, lexicon).bit_length() - 1] += 1
    return tuple(counts)


def _bit(letter: str, lexicon: Lexicon) -> int:
    number = lexicon.letter_numbers.get(letter)
    if number is None:
        raise ValueError(f"not a letter of the dictionary's alphabet: {letter!r}")
    return 1 << number


def _every(lexicon: Lexicon) -> int:
    return (2 << len(lexicon.alphabet)) - 2


def _check_bounds(limit: int, steps: int) -> None:
    if limit < 1 or steps < 1:
        raise ValueError("a search has a limit and steps of at least 1")
