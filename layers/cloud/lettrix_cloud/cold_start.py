"""Making the start of a function quicker: a fifth of it is a search for garbage among modules that all stay.

A function that a player waits for names this first of what it imports from `lettrix_cloud`, and calls `over` once
everything is loaded. Nothing else may import it: until then the process collects no garbage.
"""

import gc

gc.disable()


def over() -> None:
    """Collect garbage from now on, and never look for it among what has been loaded."""
    gc.freeze()
    gc.enable()
