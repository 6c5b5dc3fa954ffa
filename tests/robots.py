"""Small dictionaries for robots in tests: a few dozen short words a language, enough for games in which words cross."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon
from lettrix.rules import Rules
from lettrix.state import Game
from lettrix.tiles import ALPHABETS

WORDS = {
    "fr": """AS ES ET IL LA LE LES NE SA SE TA TE UN EU OS OU SI TU DU DE AIL AILE AILES ANE ANES ETE ETES ILE ILES LAS
        LIT LITS NET NETS NUL RAT RATE RATES SEL SELS TAS TEL TELS USA USE USES UNE UNES OR ORS RIS ROI ROIS SOI DO DOS
        MER MERE MI MIS VU VUE VUES QUE QUI JEU FOU GEL CAP BAL HAIE KIR WOK YEN ZOO PEU PUR EUX TRAINE TRAINES
        RALENTIS ENTRAIS""",
    "en": """AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF ON OR SO TO UP US WE AIR AND ARE BED BOX CAT DOG EAR EAT
        END FUN GET HIS ICE INK JAM KEY LEG LET LOT MAN NET NOT OAR OIL ONE OUT PEN QUIT RAT RED ROW SEA SIT SUN TEA TEN
        TIN TOE USE VAN WIN YES ZOO RATES RETAIN TAINTED""",
    "de": """AB AN DA DU ER ES IM IN JA SO UM WO ZU ALS ART AUS BEI DAS DER DIE DIR EIN EIS ENG ERDE ES GAR GUT HIN HUT
        IHN IHR IST KUH LOS MAL MIR MIT NEIN NIE NUN OHR OPA ÖDE ÖL RAT REH ROT SEE SIE TAG TEE TOR TÜR UHR UND VOR WIE
        ZUG ÜBER HÄNDE REISEN""",
    "tr": """AÇ AD AL AN AT AY AZ BU EL EN ET EV İL İN İP İŞ KI KIZ NE O ON SU ŞU UN ÜÇ YA ADA ALT ARA ATA AYI BAŞ BİR
        ÇAY DAL DİL ELA ERİK GÖL HAL ILIK İLİK İKİ KAR KEL KIR KUL LALE MAL NAL ODA OKUL ÖN PİL SEL TAŞ TEK TUZ VAR YAĞ
        YOL ZAR KALEM KİTAP""",
}


@cache
def small_lexicon(language: str) -> Lexicon:
    """A handful of words of a language as a word graph."""
    words = sorted({word for word in WORDS[language].split() if len(word) > 1})
    return Lexicon.from_bytes(build_graph(words, ALPHABETS[language].upper))


def hide_otherwise(game: Game, seat: int, random: Random) -> Game:
    """A game that differs only in what this seat cannot know: the others' racks, the order of the bag, and in chaos
    which tiles off the board are malus ones and which letters are traps."""
    racks = [other.rack for other in game.seats]
    if game.rules.shared_rack:
        return replace(game, bag=_shuffled(game.bag, random))
    hidden = _shuffled(game.bag + "".join(rack for number, rack in enumerate(racks) if number != seat), random)
    seats = []
    for number, other in enumerate(game.seats):
        if number != seat:
            rack, hidden = hidden[: len(other.rack)], hidden[len(other.rack) :]
            other = replace(other, rack=rack)
        seats.append(other)
    game = replace(game, seats=tuple(seats), bag=hidden)
    return _mine_otherwise(game, random) if "malus" in game.extra else game


def _shuffled(tiles: str, random: Random) -> str:
    return "".join(random.sample(tiles, len(tiles)))


def _mine_otherwise(game: Game, random: Random) -> Game:
    malus = game.extra["malus"]
    piles = [*(seat.rack for seat in game.seats), game.bag]
    places = [(pile, place) for pile, tiles in enumerate(piles) for place, tile in enumerate(tiles) if tile != "?"]
    chosen = random.sample(places, len(malus["bag"]) + sum(map(len, malus["racks"])))
    marked = [sorted(place for pile, place in chosen if pile == number) for number in range(len(piles))]
    traps = [square for square in game.grid.squares() if random.random() < 0.3]
    malus = {"bag": marked[-1], "racks": marked[:-1], "board": malus["board"]}
    return replace(game, extra={**game.extra, "malus": malus, "traps": traps})


def fewest(rules: Rules) -> int:
    """Seats for a game of these rules: two, or as many as its sides need."""
    return len(rules.sides) if rules.sides is not None else 2
