"""The Italian stemmer of Porter's Snowball.

A `U` or `I` is one that counts as a consonant: between vowels, or the u of qu.
"""

from __future__ import annotations

from tarjih.kernels.endings import Endings, by_utf16, consonants, without
from tarjih.text.stemmers.romance import RomanceRegions, without_standard

VOWELS = "aeiouàèìòù"
GRAVE = str.maketrans("áéíóú", "àèìòù")
PLAIN = str.maketrans("UI", "ui")

PRONOUN = Endings(
    {
        "drop": "la cela gliela mela tela vela le cele gliele mele tele vele ne cene"
        " gliene mene sene tene vene ci li celi glieli meli teli veli gli mi si ti vi"
        " lo celo glielo melo telo velo"
    }
)
BEFORE_PRONOUN = Endings({"": "ando endo", "e": "ar er ir"})
STANDARD = Endings(
    {
        "": "ica osa ista anza ice atrice iche abile ibile ose ante mente iste anze ici"
        " atrici ichi abili ibili ismi osi anti isti ico ismo oso istà istè istì",
        "ic": "azione atore azioni atori",
        "log": "logia logie",
        "u": "usione uzione usioni uzioni",
        "ente": "enza enze",
        "mento": "amenti imenti amento imento",
        "amente": "amente",
        "ità": "ità",
        "at": "iva ive ivi ivo",
    }
)
# What else goes before these, in R2, and what before that.
BEFORE = {
    "ic": Endings({"": "ic"}),
    "amente": Endings({"at": "iv", "": "ic abil os"}),
    "ità": Endings({"": "ic abil iv"}),
    "at": Endings({"ic": "at"}),
}
VERB = Endings(
    {
        "drop": "isca enda ata ita uta ava eva iva erebbe irebbe isce ende are ere ire"
        " asse ate avate evate ivate ete erete irete ite ereste ireste ute erai irai"
        " isci endi erei irei assi ati iti eresti iresti uti avi evi ivi isco ando endo"
        " Yamo iamo avamo evamo ivamo eremo iremo assimo ammo emmo eremmo iremmo immo"
        " ano iscano avano evano ivano eranno iranno ono iscono arono erono irono"
        " erebbero irebbero assero essero issero ato ito uto avo evo ivo ar ir erà irà"
        " erò irò"
    }
)
LAST_VOWEL = Endings({"drop": "a e i o à è ì ò"})

_mark = consonants(f"[{VOWELS}][ui](?=[{VOWELS}])")
_regions = RomanceRegions(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _mark(word.translate(GRAVE).replace("qu", "qU"))
    at = _regions(word)
    word = _attached_pronoun(word, at.v)
    shorter = without_standard(word, at, STANDARD, BEFORE)
    if shorter == word:
        shorter, _ = VERB.cut(word, at.v)
    return _last_vowel(shorter, at.v).translate(PLAIN)


def _attached_pronoun(word: str, rv: int) -> str:
    verb, pronoun = PRONOUN.cut(word)
    rest, action = BEFORE_PRONOUN.cut(verb)
    if pronoun is None or action is None or len(rest) < rv:
        return word
    return verb + action


def _last_vowel(word: str, rv: int) -> str:
    """The word without its last vowel, and without the h of ch and gh."""
    rest, vowel = LAST_VOWEL.cut(word, rv)
    if vowel is not None:
        word = without(rest, "i", rv)
    if word[rv:].endswith(("ch", "gh")):
        return word[:-1]
    return word
