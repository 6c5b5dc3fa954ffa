"""The Hunspell expander, one directive at a time, on dictionaries of a few lines."""

from __future__ import annotations

import pytest

from hunspell import HunspellError, expand, forbidden_words, read_affixes, read_entries


def forms(affix_file: str, words: str, *, encoding: str = "utf-8") -> set[str]:
    """All forms of a dictionary; the word list comes without the line with its length."""
    affixes = read_affixes(affix_file.encode(encoding))
    entries = read_entries(f"{len(words.splitlines())}\n{words}".encode(encoding), affixes)
    return {form for entry in entries for form in expand(entry, affixes)} - forbidden_words(entries, affixes)


def test_a_word_without_flags_stands_for_itself() -> None:
    assert forms("SET UTF-8", "chat\nété\n\n# rien\n") == {"chat", "été"}


def test_suffixes_strip_add_and_ask_for_an_end() -> None:
    affix_file = """SET UTF-8
        SFX A Y 4
        SFX A 0 s [^sxz]
        SFX A al aux al
        SFX A e 0 [lm]e
        SFX A er é er
        """
    assert forms(affix_file, "chat/A") == {"chat", "chats"}
    assert forms(affix_file, "os/A") == {"os"}
    assert forms(affix_file, "cheval/A") == {"cheval", "chevals", "chevaux"}
    assert forms(affix_file, "mule/A") == {"mule", "mules", "mul"}
    assert forms(affix_file, "aimer/A") == {"aimer", "aimers", "aimé"}


def test_a_condition_takes_signs_for_what_they_are() -> None:
    assert forms("SFX A Y 1\nSFX A 0 s [b-]\n", "a-/A\nac/A\nab/A") == {"a-", "a-s", "ac", "ab", "abs"}
    assert forms("SFX A Y 1\nSFX A 0 s +\n", "a+/A\nb/A") == {"a+", "a+s", "b"}
    assert forms("SFX A Y 1\nSFX A 0 s a..\n", "arc/A\nbec/A") == {"arc", "arcs", "bec"}


def test_prefixes_strip_add_and_ask_for_a_beginning() -> None:
    affix_file = "PFX P Y 2\nPFX P 0 re [^aeiou]\nPFX P a r' a\n"
    assert forms(affix_file, "voir/P\nami/P\nores/P") == {"voir", "revoir", "ami", "r'mi", "ores"}


def test_prefix_and_suffix_go_together_when_both_say_so() -> None:
    affix_file = "PFX P {} 1\nPFX P 0 in .\nSFX S {} 1\nSFX S 0 s .\n"
    both = {"utile", "utiles", "inutile", "inutiles"}
    assert forms(affix_file.format("Y", "Y"), "utile/PS") == both
    assert forms(affix_file.format("N", "Y"), "utile/PS") == both - {"inutiles"}
    assert forms(affix_file.format("Y", "N"), "utile/PS") == both - {"inutiles"}


def test_a_suffix_may_carry_a_second_one_and_no_third() -> None:
    affix_file = "SFX A Y 1\nSFX A 0 a/B .\nSFX B Y 1\nSFX B 0 b/C .\nSFX C Y 1\nSFX C 0 c .\n"
    assert forms(affix_file, "x/A") == {"x", "xa", "xab"}


def test_a_suffix_may_carry_a_prefix_and_a_prefix_a_suffix() -> None:
    affix_file = "SFX S Y 1\nSFX S 0 s/D .\nPFX D Y 1\nPFX D 0 d' .\n"
    assert forms(affix_file, "an/S") == {"an", "ans", "d'ans"}
    affix_file = "PFX K Y 1\nPFX K 0 kilo/S .\nSFX S Y 1\nSFX S 0 s .\n"
    assert forms(affix_file, "ohm/K") == {"ohm", "kiloohm", "kiloohms"}


def test_need_affix_takes_the_bare_word_or_the_bare_affix_out() -> None:
    assert forms("NEEDAFFIX X\nSFX S Y 1\nSFX S 0 s .\n", "gen/SX") == {"gens"}
    affix_file = "NEEDAFFIX X\nSFX A Y 1\nSFX A 0 a/BX .\nSFX B Y 1\nSFX B 0 b .\n"
    assert forms(affix_file, "x/A") == {"x", "xab"}


def test_forbidden_words_are_out_however_they_are_formed() -> None:
    assert forms("FORBIDDENWORD !\nSFX S Y 1\nSFX S 0 s .\n", "cas/S\nca/S\ncas/!\nbon/!S") == {"ca", "cass"}


def test_words_for_compounds_alone_are_out() -> None:
    assert forms("ONLYINCOMPOUND O\nSFX S Y 1\nSFX S 0 s .\n", "arc/S\nélectro/OS") == {"arc", "arcs"}
    assert forms("ONLYINCOMPOUND O\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 o/O .\n", "arc/S") == {"arc", "arcs"}


def test_a_circumfix_is_there_on_both_sides_or_not_at_all() -> None:
    affix_file = """CIRCUMFIX X
        PFX A Y 1
        PFX A 0 leg/X .
        PFX B Y 1
        PFX B 0 be .
        SFX C Y 3
        SFX C 0 obb .
        SFX C 0 obb/AX .
        SFX C 0 e/B .
        """
    assert forms(affix_file, "nagy/C") == {"nagy", "nagyobb", "legnagyobb", "nagye", "benagye"}


def test_a_whole_word_is_stripped_only_with_full_strip() -> None:
    affix_file = "SFX A Y 1\nSFX A aller va aller\n"
    assert forms(affix_file, "aller/A") == {"aller"}
    assert forms("FULLSTRIP\n" + affix_file, "aller/A") == {"aller", "va"}


def test_flags_of_two_characters_and_of_numbers() -> None:
    rules = "SFX {0} Y 1\nSFX {0} 0 s .\nSFX {1} Y 1\nSFX {1} 0 t .\n"
    assert forms("FLAG long\n" + rules.format("S.", "S="), "a/S.S=\nb/S=") == {"a", "as", "at", "b", "bt"}
    assert forms("FLAG num\n" + rules.format("1", "12"), "a/1,12\nb/12") == {"a", "as", "at", "b", "bt"}
    assert forms("SET UTF-8\nFLAG UTF-8\n" + rules.format("é", "È"), "a/éÈ\nb/È") == {"a", "as", "at", "b", "bt"}


def test_flag_aliases_stand_for_sets_of_flags() -> None:
    affix_file = "SFX A Y 1\nSFX A 0 a/1 .\nSFX B Y 1\nSFX B 0 b .\nAF 2\nAF B\nAF AB\n"
    assert forms(affix_file, "x/2\ny/1") == {"x", "xa", "xb", "xab", "y", "yb"}


def test_other_encodings_and_the_byte_order_mark_are_read() -> None:
    assert forms("SET ISO8859-1\nSFX A Y 1\nSFX A 0 é .\n", "côt/A", encoding="latin-1") == {"côt", "côté"}
    assert forms("SET UTF-8\r\nSFX A Y 1\r\nSFX A 0 s .\r\n", "été/A\r\n") == {"été", "étés"}
    assert forms("SET UTF-8\n", "été", encoding="utf-8-sig") == {"été"}


def test_morphology_and_escaped_slashes_are_told_from_the_word() -> None:
    affix_file = "SFX A Y 1\nSFX A 0 s . po:nom\n"
    assert forms(affix_file, "chat/A po:nom is:sg\nkm\\/h\tpo:loc\npomme de terre/A") == {
        *("chat", "chats", "km/h"),
        *("pomme de terre", "pomme de terres"),
    }


def test_keep_case_and_no_suggest_can_be_asked_for() -> None:
    affixes = read_affixes(b"KEEPCASE K\nNOSUGGEST N\n")
    plain, kept, hidden = read_entries(b"3\na\nb/K\nc/N\n", affixes)
    assert [affixes.has(entry.flags, "KEEPCASE") for entry in (plain, kept, hidden)] == [False, True, False]
    assert [affixes.has(entry.flags, "NOSUGGEST") for entry in (plain, kept, hidden)] == [False, False, True]
    assert not affixes.has(kept.flags, "NEEDAFFIX")


@pytest.mark.parametrize(
    ("affix_file", "words", "message"),
    [
        ("SFX A\n", "", "affix file, line 1: an affix has a flag and a rule"),
        ("SFX A Y 1\nSFX A 0 s [a\n", "", "affix file, line 2: "),
        ("AF 1\nAF B\nSFX A Y 1\nSFX A 0 s/7 .\n", "", "affix file, line 4: there is no flag alias 7"),
        ("AF 1\nAF B\n", "mot/2\n", "word list, line 2: there is no flag alias 2"),
        ("SET UTF-99\n", "mot\n", "not a file in UTF-99"),
    ],
)
def test_a_file_that_is_not_in_the_format_is_refused_with_its_line(affix_file: str, words: str, message: str) -> None:
    with pytest.raises(HunspellError, match=message):
        forms(affix_file, words)


def test_bytes_that_are_not_in_the_encoding_are_refused() -> None:
    with pytest.raises(HunspellError, match="not a file in UTF-8"):
        read_affixes(b"SET UTF-8\nSFX A Y 1\nSFX A 0 \xe9 .\n")
