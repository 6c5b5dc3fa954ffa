"""The rack as numbers: every sub-rack has one, and a letter takes a real tile if one is left, else a blank."""

from __future__ import annotations

from collections import Counter

from lettrix.lexicon import Lexicon
from lettrix.tiles import BLANK

from .position import Position


class Rack:
    """A rack and the values of its letters, in hundredths of a point.

    Sub-racks are numbered in mixed radix, a digit for the copies of each tile that are left, so that taking a tile is
    a subtraction.
    """

    def __init__(self, position: Position, lexicon: Lexicon) -> None:
        alphabet, values = position.rules.tiles.alphabet, position.valuation.values
        numbers = lexicon.letter_numbers
        known = [(letter, numbers[letter]) for letter in alphabet.upper if letter in numbers]
        held = Counter(position.rack)
        self.tiles = position.rack
        self.size = len(position.rack)
        self.most = min(self.size, position.rules.rack_size)
        """Tiles that one play may lay."""
        self.blanks = held[BLANK]
        self.copies = {letter: held[letter] for letter, _ in known if held[letter]}
        """Letter -> tiles of it."""
        self.stride: dict[str, int] = {}
        """Tile laid (a blank in lower case) -> what laying it takes off the number of a sub-rack."""
        every = 0
        states = 1
        strides = []
        for letter, number in known:
            every |= 1 << number
            if letter in self.copies:
                self.stride[letter] = states
                strides.append((number, states, self.copies[letter] + 1))
                states *= self.copies[letter] + 1
        blank = states
        self._blank_stride = blank
        self.stride |= {alphabet.to_lower[letter]: blank for letter, _ in known}
        states *= self.blanks + 1
        self.whole = states - 1
        """The number of the whole rack."""
        self.letters = [0] * states
        """By sub-rack, mask of the letters that it can lay."""
        self.after: list[list[int]] = []
        """By sub-rack and letter number, the sub-rack that is left."""
        for state in range(states):
            letters, after = (every, [state - blank] * 32) if state >= blank else (0, [0] * 32)
            for number, stride, radix in strides:
                if state // stride % radix:
                    letters |= 1 << number
                    after[number] = state - stride
            self.letters[state] = letters
            self.after.append(after)
        self.value = [0] * 32
        """By letter number, what a walk counts for it: as a tile where the rack holds one, else as a blank."""
        self.loss: dict[str, int] = {}
        """Letter -> what it counts less when one of its tiles is a blank."""
        for letter, number in known:
            as_blank = 100 * values[alphabet.to_lower[letter]]
            self.value[number] = 100 * values[letter] if letter in self.copies else as_blank
            self.loss[letter] = self.value[number] - as_blank
        self.dearest = sorted((self.value[numbers[tile]] for tile in self.tiles if tile in self.copies), reverse=True)
        """Values of the tiles, dearest first, blanks (worth nothing) left out."""
        self.is_ordinary = min(self.loss.values(), default=0) >= 0 and not any(
            values[alphabet.to_lower[letter]] for letter, _ in known
        )
        """No letter counts below zero, and a blank counts nothing: what `bounds` relies on."""
        self._gains: dict[int, list[int]] = {}

    def rest_of(self, state: int) -> str:
        """The tiles of a sub-rack, and those that can never be laid."""
        tiles = [tile for tile in self.tiles if tile not in self.copies and tile != BLANK]
        for letter, copies in self.copies.items():
            tiles.append(letter * (state // self.stride[letter] % (copies + 1)))
        return "".join(tiles) + BLANK * self.blanks_left(state)

    def blanks_left(self, state: int) -> int:
        """Blanks in a sub-rack."""
        return state // self._blank_stride

    def gains(self, factor: int) -> list[int]:
        """By letter number, its value times a factor."""
        gains = self._gains.get(factor)
        if gains is None:
            gains = self._gains[factor] = [value * factor for value in self.value]
        return gains
