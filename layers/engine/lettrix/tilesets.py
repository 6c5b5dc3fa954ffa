"""The bags of the games, as rule books print them: points, then letter and count.

French, English and German: (found) independent sources agree. Turkish and Fundox: from the seeds of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from .tiles import ALPHABETS, TileSet

FRENCH = TileSet.parse(
    ALPHABETS["fr"],
    """
    1   E15 A9 I8 N6 O6 R6 S6 T6 U6 L5
    2   D3 G2 M3
    3   B2 C2 P2
    4   F2 H2 V2
    8   J1 Q1
    10  K1 W1 X1 Y1 Z1
    """,
    blanks=2,
)
"""102 tiles."""

ENGLISH = TileSet.parse(
    ALPHABETS["en"],
    """
    1   E12 A9 I9 O8 N6 R6 T6 L4 S4 U4
    2   D4 G3
    3   B2 C2 M2 P2
    4   F2 H2 V2 W2 Y2
    5   K1
    8   J1 X1
    10  Q1 Z1
    """,
    blanks=2,
)
"""100 tiles."""

GERMAN = TileSet.parse(
    ALPHABETS["de"],
    """
    1   E15 N9 S7 I6 R6 T6 U6 A5 D4
    2   H4 G3 L3 O3
    3   M4 B2 W1 Z1
    4   C2 F2 K2 P1
    6   Ä1 J1 Ü1 V1
    8   Ö1 X1
    10  Q1 Y1
    """,
    blanks=2,
)
"""102 tiles."""

TURKISH = TileSet.parse(
    ALPHABETS["tr"],
    """
    1   A12 E8 İ7 K7 L7 R6 N5 T5
    2   I4 M4 O3 S3 U3
    3   B2 D2 Ü2 Y2
    4   C2 Ç2 Ş2 Z2
    5   G1 H1 P1
    7   F1 Ö1 V1
    8   Ğ1
    10  J1
    """,
    blanks=2,
)
"""100 tiles."""

FUNDOX = TileSet.parse(
    ALPHABETS["fr"],
    """
    1   E38 A22 I20 N16 R16 S16 T16 U16 O14 L12
    1   D8 M8 C6 P6 V6 B4 F4 G4 H4
    1   J2 K2 Q2 W2 X2 Y2 Z2
    """,
    blanks=0,
)
"""250 tiles, each worth the letter that it is."""

BY_LANGUAGE: Mapping[str, TileSet] = {"fr": FRENCH, "en": ENGLISH, "de": GERMAN, "tr": TURKISH}
"""The usual bag of a language."""
