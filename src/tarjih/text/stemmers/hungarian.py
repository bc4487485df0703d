"""The Hungarian stemmer of Porter's Snowball.

METEOR's knows ő and ű only as õ and û, their stand-ins in Latin-1: the true letters
count as consonants.
"""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16

VOWELS = "aeiouáéíóõöúûü"
# A word begins with vowels and a consonant, or with consonants and a vowel.
OPENING = re.compile(
    f"[{VOWELS}]+(?:dzs|cs|gy|ly|ny|sz|ty|zs|[^{VOWELS}])|[^{VOWELS}]+[{VOWELS}]"
)
DOUBLE = re.compile(r"(?:([bcdfgjklmnprstvz])\1|ccs|ggy|lly|nny|ssz|tty|zzs)\Z")

INSTRUMENTAL = Endings({"": "al el"})
FACTIVE = Endings({"": "á é"})
CASE = Endings(
    {
        "": "ba ra be re ig nak nek val vel ul nál nél ból ról tól bõl rõl tõl ül n an"
        " ban en ben képpen on ön képp kor t at et ként anként enként onként ot ért öt"
        " hez hoz höz vá vé"
    }
)
SHORT = Endings({"a": "á", "e": "é"})
SPECIAL_CASE = Endings({"e": "én", "a": "án ánként"})
OTHER_CASE = Endings({"": "astul estül stul stül", "a": "ástul", "e": "éstül"})
OWNED = Endings(
    {"": "aké eké oké öké ké éi é", "e": "éké ééi éé", "a": "áké áéi"},
)
SINGULAR_OWNER = Endings(
    {
        "": "unk ünk nk juk jük uk ük am em om m ad ed od öd d ja je a e o",
        "a": "ánk ájuk ám ád á",
        "e": "énk éjük ém éd é",
    }
)
PLURAL_OWNER = Endings(
    {
        "": "jaim jeim aim eim im jaid jeid aid eid id jai jei ai ei i jaink jeink aink"
        " eink ink jaitok jeitek aitok eitek itek jaik jeik aik eik ik",
        "a": "áim áid ái áink áitok áik",
        "e": "éim éid éi éink éitek éik",
    }
)
PLURAL = Endings({"": "ök ok ek ak k", "a": "ák", "e": "ék"})


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    opening = OPENING.match(word)
    r1 = opening.end() if opening else len(word)
    word = _case(_undoubled(word, INSTRUMENTAL, r1), r1)
    for table in (SPECIAL_CASE, OTHER_CASE):
        word = _replaced(word, table, r1)
    word = _undoubled(word, FACTIVE, r1)
    for table in (OWNED, SINGULAR_OWNER, PLURAL_OWNER, PLURAL):
        word = _replaced(word, table, r1)
    return word


def _replaced(word: str, table: Endings, r1: int) -> str:
    rest, action = table.cut(word)
    return word if action is None or len(rest) < r1 else rest + action


def _undoubled(word: str, table: Endings, r1: int) -> str:
    """The word without an ending that made the consonant before it a double one."""
    rest, action = table.cut(word)
    if action is None or len(rest) < r1 or not DOUBLE.search(rest):
        return word
    return rest[:-2] + rest[-1]


def _case(word: str, r1: int) -> str:
    rest, action = CASE.cut(word)
    if action is None or len(rest) < r1:
        return word
    return _replaced(rest, SHORT, r1)
