"""The Romanian stemmer of Porter's Snowball.

A `U` or `I` is one between vowels, which counts as a consonant. The letters ş and ţ are
those with a cedilla; with a comma below they are in no ending.
"""

from __future__ import annotations

from tarjih.kernels.endings import Endings, by_utf16, consonants
from tarjih.text.stemmers.romance import RomanceRegions

VOWELS = "aeiouâîă"
PLAIN = str.maketrans("UI", "ui")

STEP_0 = Endings(
    {
        "": "ului ul",
        "a": "aua",
        "e": "ea ele elor",
        "i": "iua iile iei ii ilor iilor",
        "not ab": "ile",
        "at": "atei",
        "aţi": "aţia aţie",
    }
)
COMBINED = Endings(
    {
        "abil": "abilitate abilitati abilităi abilităţi",
        "ibil": "ibilitate",
        "iv": "ivitate ivitati ivităi ivităţi",
        "ic": "icala iciva icale icitate icive icali icatori icitati icivi icităi"
        " icităţi ical icator iciv icală icivă",
        "at": "ativa aţiune atoare ătoare ative atori ători ativi ator ător ativ ativă",
        "it": "itiva iţiune itoare itive itori itivi itor itiv itivă",
    }
)
STANDARD = Endings(
    {
        "": "ica abila ibila oasa ata ita anta uta iva ic ice abile ibile oase ate"
        " itate ite ante ute ive ici abili ibili atori osi ati itati iti anti uti ivi"
        " ităi oşi ităţi abil ibil ator os at it ant ut iv ică abilă ibilă oasă ată ită"
        " antă ută ivă",
        "t": "iune iuni",
        "ist": "ista isme iste isti işti ism ist istă",
    }
)
VERB = Endings(
    {
        "after consonant": "ea ia esc ăsc ind ând are ere ire âre ase ise use âse eşte"
        " ăşte eze ai eai iai eşti ăşti ui ezi âi aşi aseşi iseşi useşi âseşi işi uşi"
        " âşi eaţi iaţi arăţi aserăţi iserăţi userăţi âserăţi irăţi urăţi ârăţi am eam"
        " iam asem isem usem âsem arăm aserăm iserăm userăm âserăm irăm urăm ârăm au"
        " eau iau indu ându ez ească ară aseră iseră useră âseră iră ură âră ează",
        "": "se sese sei seşi seseşi aţi eţi iţi âţi serăţi seserăţi em sesem im âm ăm"
        " serăm seserăm seră seseră",
    }
)
LAST_VOWEL = Endings({"": "a e ie i ă"})

_mark = consonants(f"[{VOWELS}][ui](?=[{VOWELS}])")
_regions = RomanceRegions(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _mark(word)
    at = _regions(word)
    word = _step_0(word, at.r1)
    combined = _combined(word, at.r1)
    word, done = _standard(combined, at.r2)
    if not done and combined == word:
        word = _verb(word, at.v)
    rest, _ = LAST_VOWEL.cut(word)
    return (rest if len(rest) >= at.v else word).translate(PLAIN)


def _step_0(word: str, r1: int) -> str:
    rest, action = STEP_0.cut(word)
    if action is None or len(rest) < r1:
        return word
    if action == "not ab":
        return word if rest.endswith("ab") else rest + "i"
    return rest + action


def _combined(word: str, r1: int) -> str:
    rest, action = COMBINED.cut(word)
    if action is None or len(rest) < r1:
        return word
    return _combined(rest + action, r1)


def _standard(word: str, r2: int) -> tuple[str, bool]:
    rest, action = STANDARD.cut(word)
    if action is None or len(rest) < r2:
        return word, False
    if action == "t":
        return (rest[:-1] + "t", True) if rest.endswith("ţ") else (word, False)
    return rest + action, True


def _verb(word: str, rv: int) -> str:
    rest, action = VERB.cut(word, rv)
    if action and not _ends_in_consonant(rest[rv:]):
        return word
    return rest


def _ends_in_consonant(text: str) -> bool:
    """Whether a consonant, or a u, is at the end."""
    return text != "" and text[-1] not in VOWELS.replace("u", "")
