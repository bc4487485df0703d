"""The Turkish stemmer of Snowball, by Evren Çilden.

A kind of suffix is a function from a word to the word without it, or to none where the
word has no such suffix. Comments name the kinds as grammars do: A is a or e, U is one
of ı, i, u and ü, D is d or t, and a letter in brackets joins the suffix to the word.
"""

from __future__ import annotations

from collections.abc import Callable

from tarjih.kernels.endings import Endings, by_utf16

Kind = Callable[[str], "str | None"]

VOWELS = "aeıioöuü"
HIGH = "ıiuü"
# The vowels of which one has to come before the last vowel, but not next to it.
HARMONY = {
    "a": "aıou",
    "e": "eiöü",
    "ı": "aı",
    "i": "ei",
    "o": "ou",
    "ö": "öü",
    "u": "ou",
    "ü": "öü",
}
# The last vowel, and the one that goes after a final d or g.
AFTER_D_OR_G = dict(zip("aıeiouöü", "ııiiuuüü", strict=True))
VOICELESS = str.maketrans("bcdğ", "pçtk")
RESERVED = ("ad", "soyad")

POSSESSIVE = Endings({"": "m n mız miz muz müz nız niz nuz nüz"})
HIS = Endings({"": "ı i u ü"})
THEIR = Endings({"": "ları leri"})
PLURAL = Endings({"": "lar ler"})
GENITIVE = Endings({"": "ın in un ün"})
DATIVE = Endings({"": "a e"})
DATIVE_OF_HIS = Endings({"": "na ne"})
ACCUSATIVE_OF_HIS = Endings({"": "nı ni nu nü"})
LOCATIVE = Endings({"": "da de ta te"})
LOCATIVE_OF_HIS = Endings({"": "nda nde"})
ABLATIVE = Endings({"": "dan den tan ten"})
ABLATIVE_OF_HIS = Endings({"": "ndan nden"})
WITH = Endings({"": "la le"})
LIKE = Endings({"": "ca ce"})
AS_IF = Endings({"": "casına cesine"})
I_AM = Endings({"": "ım im um üm"})
THOU_ART = Endings({"": "sın sin sun sün"})
WE_ARE = Endings({"": "ız iz uz üz"})
YOU_ARE = Endings({"": "sınız siniz sunuz sünüz"})
YOUR = Endings({"": "nız niz nuz nüz"})
SURELY = Endings({"": "dır dir dur dür tır tir tur tür"})
PAST = Endings(
    {
        "": "dı di du dü tı ti tu tü dım dim dum düm tım tim tum tüm dın din dun dün"
        " tın tin tun tün dık dik duk dük tık tik tuk tük"
    }
)
CONDITIONAL = Endings({"": "sa se sam sem san sen sak sek"})
REPORTED = Endings({"": "mış miş muş müş"})
WHILE = Endings({"": "ken"})


def _kind(table: Endings, joint: str = "", harmony: bool = True) -> Kind:
    """A kind of suffix: its endings, and what may join them to the word."""

    def without_suffix(word: str) -> str | None:
        if harmony and not _harmonious(word):
            return None
        rest, action = table.cut(word)
        if action is None:
            return None
        return _unjoined(rest, joint) if joint else rest

    return without_suffix


def _harmonious(word: str) -> bool:
    vowels = [letter for letter in word if letter in VOWELS]
    return bool(vowels) and any(vowel in HARMONY[vowels[-1]] for vowel in vowels[:-1])


def _unjoined(word: str, joint: str) -> str | None:
    """The word without a joint at its end, which need not be there.

    The letter before the last is a vowel where consonants join, and otherwise another.
    """
    before = word[-2:-1]
    if before == "" or (before in VOWELS) == (joint == HIGH):
        return None
    return word[:-1] if word[-1] in joint else word


def _any_of(*kinds: Kind) -> Kind:
    """The first of these kinds that a word has."""

    def without_suffix(word: str) -> str | None:
        found = (kind(word) for kind in kinds)
        return next((rest for rest in found if rest is not None), None)

    return without_suffix


def _sequence(*kinds: Kind) -> Kind:
    """Suffixes of all these kinds, from the last one."""

    def without_suffixes(word: str) -> str | None:
        rest: str | None = word
        for kind in kinds:
            rest = None if rest is None else kind(rest)
        return rest

    return without_suffixes


def _optional(kind: Kind) -> Callable[[str], str]:
    """A kind of suffix that need not be there."""

    def without_suffix(word: str) -> str:
        rest = kind(word)
        return word if rest is None else rest

    return without_suffix


def _before_ki(word: str) -> str | None:
    """The word without -ki, and without the cases and owners before it."""
    return _ki(word[:-2]) if word.endswith("ki") else None


_plural = _kind(PLURAL)  # -lAr
_possessive = _kind(POSSESSIVE, HIGH, harmony=False)  # -(U)m, -(U)n, -(U)mUz, -(U)nUz
_his = _kind(HIS, "s")  # -(s)U
_their = _kind(THEIR, harmony=False)  # -lArU
_owned = _any_of(_possessive, _his)
_genitive = _kind(GENITIVE, "n")  # -(n)Un
_locative = _kind(LOCATIVE)  # -DA

_plurals = _sequence(_plural, _optional(_before_ki))
_owned_plurals = _sequence(_owned, _optional(_plurals))
_his_plurals = _sequence(_his, _optional(_plurals))
_my_plurals = _sequence(_possessive, _optional(_plurals))
_ki = _any_of(
    _sequence(_locative, _optional(_any_of(_plurals, _my_plurals))),
    _sequence(_genitive, _optional(_any_of(_their, _owned_plurals, _before_ki))),
)

_past = _kind(PAST, "y")  # -(y)DU and its persons
_conditional = _kind(CONDITIONAL, "y", harmony=False)  # -(y)sA and its persons
_reported = _kind(REPORTED, "y")  # -(y)mUş
_tense = _any_of(
    _reported,
    _past,
    _conditional,
    _kind(WHILE, "y", harmony=False),  # -(y)ken
)
_surely = _kind(SURELY)  # -DUr
_person = _any_of(
    _kind(YOU_ARE, harmony=False),  # -sUnUz
    _kind(WE_ARE, "y"),  # -(y)Uz
    _kind(THOU_ART),  # -sUn
    _kind(I_AM, "y"),  # -(y)Um
)
_reported_of = _sequence(_optional(_any_of(_person, _plural)), _reported)

# What makes a noun a predicate. A plural that does stands apart: it ends the search.
_predicate_1 = _any_of(_tense, _sequence(_kind(AS_IF, harmony=False), _reported_of))
_plural_predicate = _sequence(
    _plural, _optional(_any_of(_surely, _past, _conditional, _reported))
)
_predicate_2 = _any_of(
    _sequence(_kind(YOUR), _any_of(_past, _conditional)),  # -nUz
    _sequence(_person, _optional(_reported)),
    _sequence(_surely, _optional(_reported_of)),
)


_dative_or_locative_of_his = _any_of(_kind(LOCATIVE_OF_HIS), _kind(DATIVE_OF_HIS))
_ablative_or_accusative_of_his = _any_of(
    _kind(ABLATIVE_OF_HIS), _kind(ACCUSATIVE_OF_HIS)
)


def _in_his(word: str) -> str | None:
    """The word without -ndA or -nA, which follow an owner; after -ki they stay."""
    rest = _dative_or_locative_of_his(word)
    if rest is None:
        return None
    found = _any_of(_their, _his_plurals)(rest)
    if found is not None:
        return found
    found = _before_ki(rest)
    return None if found is None else found + word[len(rest) :]


def _from_his(word: str) -> str | None:
    """The word without -ndAn or -nU, which follow an owner; after -lArU they stay."""
    rest = _ablative_or_accusative_of_his(word)
    if rest is None:
        return None
    found = _his_plurals(rest)
    return word if found is None and _their(rest) is not None else found


_noun = _any_of(
    _plurals,
    _sequence(
        _kind(LIKE, "n"),  # -(n)cA
        _optional(_any_of(_their, _owned_plurals, _plurals)),
    ),
    _in_his,
    _from_his,
    _sequence(
        _kind(ABLATIVE),  # -DAn
        _optional(_any_of(_my_plurals, _plurals, _before_ki)),
    ),
    _sequence(
        _any_of(_genitive, _kind(WITH, "y")),  # -(y)lA
        _optional(
            _any_of(
                _sequence(_plural, _optional(_any_of(_before_ki, _owned_plurals))),
                _owned_plurals,
                _before_ki,
            )
        ),
    ),
    _their,
    _before_ki,
    _sequence(
        _any_of(_locative, _kind(HIS, "y"), _kind(DATIVE, "y")),  # -(y)U, -(y)A
        _optional(
            _sequence(
                _any_of(_sequence(_possessive, _optional(_plural)), _plural),
                _optional(_before_ki),
            )
        ),
    ),
    _owned_plurals,
)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    if sum(letter in VOWELS for letter in word) < 2:
        return word
    noun = _predicate_1(word)
    if noun is None:
        plural = _plural_predicate(word)
        if plural is not None:
            return plural
        noun = _optional(_predicate_2)(word)
    return _final(_optional(_noun)(noun))


def _final(word: str) -> str:
    """The word with a vowel after its final d or g, or voiceless at its end."""
    if word in RESERVED:
        return word
    vowel = next((letter for letter in reversed(word) if letter in VOWELS), None)
    if vowel and word.endswith(("d", "g")):
        return word + AFTER_D_OR_G[vowel]
    return word[:-1] + word[-1:].translate(VOICELESS)
