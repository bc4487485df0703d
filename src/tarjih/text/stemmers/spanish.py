"""The Spanish stemmer of Porter's Snowball."""

from __future__ import annotations

from tarjih.kernels.endings import Endings, by_utf16, without
from tarjih.text.stemmers.romance import Regions, RomanceRegions, without_standard

PLAIN = str.maketrans("áéíóú", "aeiou")

PRONOUN = Endings({"drop": "me se sela selo selas selos la le lo las les los nos"})
BEFORE_PRONOUN = Endings(
    {
        "iendo": "iéndo iendo",
        "ando": "ándo ando",
        "ar": "ár ar",
        "er": "ér er",
        "ir": "ír ir",
        "yendo": "yendo",
    }
)
STANDARD = Endings(
    {
        "": "anza anzas ico ica icos icas ismo ismos able ables ible ibles ista"
        " istas oso osa osos osas amiento amientos imiento imientos",
        "ic": "adora ador ación adoras adores aciones ante antes ancia ancias",
        "log": "logía logías",
        "u": "ución uciones",
        "ente": "encia encias",
        "amente": "amente",
        "mente": "mente",
        "idad": "idad idades",
        "at": "iva ivo ivas ivos",
    }
)
# What else goes before these, in R2, and what before that.
BEFORE = {
    "amente": Endings({"at": "iv", "": "os ic ad"}),
    "mente": Endings({"": "ante able ible"}),
    "idad": Endings({"": "abil ic iv"}),
    "ic": Endings({"": "ic"}),
    "at": Endings({"": "at"}),
}
Y_VERB = Endings({"drop": "ya ye yan yen yeron yendo yo yó yas yes yais yamos"})
VERB = Endings(
    {
        "gu": "en es éis emos",
        "": "arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías"
        " erán erás eríais ería eréis eríamos eremos erá eré irían irías irán irás"
        " iríais iría iréis iríamos iremos irá iré aba ada ida ía ara iera ad ed id ase"
        " iese aste iste an aban ían aran ieran asen iesen aron ieron ado ido ando"
        " iendo ió ar er ir as abas adas idas ías aras ieras ases ieses ís áis abais"
        " íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos íamos imos"
        " áramos iéramos iésemos ásemos",
    }
)
RESIDUAL = Endings({"": "os a o á í ó", "gu": "e é"})

_regions = RomanceRegions("aeiouáéíóúü")


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    at = _regions(word)
    word = _attached_pronoun(word, at.v)
    for step in (_standard, _y_verb, _verb):
        shorter = step(word, at)
        if shorter != word:
            word = shorter
            break
    return _residual(word, at.v).translate(PLAIN)


def _attached_pronoun(word: str, rv: int) -> str:
    verb, pronoun = PRONOUN.cut(word)
    rest, action = BEFORE_PRONOUN.cut(verb)
    if pronoun is None or action is None or len(rest) < rv:
        return word
    if action == "yendo" and not rest.endswith("u"):
        return word
    return rest + action


def _standard(word: str, at: Regions) -> str:
    return without_standard(word, at, STANDARD, BEFORE)


def _y_verb(word: str, at: Regions) -> str:
    rest, _ = Y_VERB.cut(word, at.v)
    return rest if rest.endswith("u") else word


def _verb(word: str, at: Regions) -> str:
    rest, action = VERB.cut(word, at.v)
    return rest[:-1] if action == "gu" and rest.endswith("gu") else rest


def _residual(word: str, rv: int) -> str:
    rest, action = RESIDUAL.cut(word)
    if len(rest) < rv:
        return word
    if action == "gu" and rest.endswith("gu"):
        return without(rest, "u", rv)
    return rest
