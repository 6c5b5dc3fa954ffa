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
    """A game that differs only in what this seat cannot know: the others' racks and the order of the bag."""
    racks = [other.rack for other in game.seats]
    if game.rules.shared_rack:
        bag = list(game.bag)
        random.shuffle(bag)
        return replace(game, bag="".join(bag))
    hidden = list(game.bag + "".join(rack for number, rack in enumerate(racks) if number != seat))
    random.shuffle(hidden)
    seats = []
    for number, other in enumerate(game.seats):
        if number != seat:
            rack, hidden = hidden[: len(other.rack)], hidden[len(other.rack) :]
            other = replace(other, rack="".join(rack))
        seats.append(other)
    return replace(game, seats=tuple(seats), bag="".join(hidden))


def fewest(rules: Rules) -> int:
    """Seats for a game of these rules: two, or as many as its sides need."""
    return len(rules.sides) if rules.sides is not None else 2
