"""What `generation/_native.c` offers; it is absent where the package was built without a compiler."""

from typing_extensions import Buffer

class Graph:
    """The cells of a word graph, for reading. They are checked as a whole when a search first needs it."""

    def __init__(self, cells: Buffer, root: int, alphabet: str, error: type[Exception]) -> None: ...
    def contains(self, word: str, /) -> bool: ...
    def anagrams(self, rack: bytes, needed: bytes, shortest: int, steps: int, /) -> list[str] | None: ...
    def release(self) -> None: ...

class Setting:
    """Board, alphabet and values, as arrays."""

    def __init__(
        self,
        size: int,
        start: int,
        letter_factors: bytes,
        word_factors: bytes,
        alphabet: str,
        tiles: str,
        kinds: bytes,
        letters: bytes,
        values: bytes,
        bonuses: bytes,
    ) -> None: ...

def search(
    graph: Graph,
    setting: Setting,
    text: str,
    rack: str,
    worth: dict[int, int] | None,
    flat: dict[int, int] | None,
    zones: bytes | None,
    flags: int,
    least_tiles: int,
    most_tiles: int,
    no_hook: str,
    asked: int,
    wanted: int,
    leaves: bytes | None,
    limit: int,
    budget: float,
    /,
) -> tuple[bytes, int, bool]: ...
