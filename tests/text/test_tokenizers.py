from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import sacrebleu.metrics as oracle
from hypothesis import given

from strategies import texts
from tarjih import MissingExtra, UnknownName, UsageError
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import BUILT_IN, SACREBLEU, get_tokenizer


def split(name: str, line: str) -> list[str]:
    tokens = Batch.of_lines([line]).tokens(name)
    return [tokens.types[i] for i in tokens.ids]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Hello, world.", "Hello , world ."),
        ("3.5 and 1,000-2,000.", "3.5 and 1,000 - 2,000 ."),
        ("a.b 5.c .5 5.", "a . b 5 . c . 5 5 ."),
        ("wait... what?!", "wait . . . what ? !"),
        ("it's (well-known) & <ok>", "it's ( well-known ) & < ok >"),
        ("&quot;x&amp;y&quot; &lt;&gt;", '" x & y " < >'),
        ("&amp;lt; &a<skipped>mp;", "< &"),
        ("end-\nof line\nnext", "endof line next"),
        ("trailing-\n", "trailing-"),
        ("«quoted»—dash", "«quoted»—dash"),
        ("", ""),
    ],
)
def test_13a(line: str, expected: str) -> None:
    assert split("13a", line) == expected.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("«quoted»—dash, 3.5 €", "« quoted » — dash , 3.5 €"),
        ("in 2012.", "in 2012."),  # as mteval-v14: no space after the last mark
        ("٣٫٥ و١،٠٠٠؟", "٣٫٥ و١،٠٠٠؟"),
        ("قال: نعم؟ لا", "قال : نعم ؟ لا"),
    ],
)
def test_intl(line: str, expected: str) -> None:
    assert split("intl", line) == expected.split()


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("zh", "我爱NLP，真的3.5。", "我 爱 NLP ， 真 的 3.5 。"),
        ("zh", "end 5.", "end 5."),
        ("char", "ab c\u00a0é", "a b c é"),
        ("none", " a.b\u2003c ", "a.b c"),
    ],
)
def test_others(name: str, line: str, expected: str) -> None:
    assert split(name, line) == expected.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # هل كتبَ الطالبُ؟ (hal kataba T-TaAlibu) "did the student write?"
        ("هل كتبَ الطالبُ؟", "هل كتبَ الطالبُ ؟"),
        # tatweel: رحـــيم is رحيم (raHiym)
        ("رحـــيم، كريم؛", "رحيم ، كريم ؛"),
        # decimal and thousands signs stay in the number, percent does not
        ("٣٫٥٪ من ١٬٠٠٠ و1,000.5", "٣٫٥ ٪ من ١٬٠٠٠ و1,000.5"),
        ("في ٢٠١٩-٠٩-٢٠.", "في ٢٠١٩-٠٩-٢٠ ."),
        ("«كوفيد-١٩»", "« كوفيد - ١٩ »"),
        ("don't 'x' e-mail", "don't ' x ' e - mail"),
        # marks of direction and joining are not letters
        ("\u202bقال\u202c \u200fنعم\u200e", "قال نعم"),
        ("", ""),
    ],
)
def test_ar(line: str, expected: str) -> None:
    assert split("ar", line) == expected.split()


def test_ar_plain_drops_diacritics() -> None:
    # كِتَابٌ (kitaAbN) is كتاب; the dagger alif of هٰذا (ha`*aA) goes as well
    assert split("ar-plain", "كِتَابٌ هٰذا.") == ["كتاب", "هذا", "."]


@pytest.mark.parametrize("name", ["ar", "ar-plain"])
@given(line=texts)
def test_ar_is_idempotent(name: str, line: str) -> None:
    """Tokens are tokenized: once more changes nothing."""
    tokens = split(name, line)
    assert split(name, " ".join(tokens)) == tokens


@pytest.mark.parametrize("name", BUILT_IN)
@given(line=texts)
def test_tokens_have_no_white_space(name: str, line: str) -> None:
    assert all(token.split() == [token] for token in split(name, line))


def test_japanese() -> None:
    """A tokenizer of sacreBLEU, by its name."""
    pytest.importorskip("MeCab")
    theirs = get_oracle("ja-mecab")
    line = "これはテストです。"
    assert split("ja-mecab", line) == theirs(line).split()


def get_oracle(name: str) -> Callable[[str], str]:
    tokenizer: Callable[[str], str] = oracle.BLEU(tokenize=name).tokenizer
    return tokenizer


def test_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(MissingExtra) as caught:
        split("ko-mecab", "x")
    assert str(caught.value) == (
        "tokenizer 'ko-mecab' needs: pip install 'tarjih[sacrebleu]'"
    )


def test_model_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """sacreBLEU downloads some models; without a network it says what it lacks."""

    class Offline:
        def __init__(self) -> None:
            raise RuntimeError("\n  no   network\n")

    broken = SimpleNamespace(Flores200Tokenizer=Offline)
    monkeypatch.setitem(sys.modules, "sacrebleu.tokenizers.tokenizer_spm", broken)
    with pytest.raises(UsageError) as caught:
        split("flores200", "x")
    assert str(caught.value) == "tokenizer 'flores200' cannot be used: no network"


def test_unknown() -> None:
    with pytest.raises(UnknownName) as caught:
        get_tokenizer("13")
    assert str(caught.value) == "unknown tokenizer '13'; did you mean '13a'?"
    assert {"13a", "flores200"} <= {*BUILT_IN, *SACREBLEU}
