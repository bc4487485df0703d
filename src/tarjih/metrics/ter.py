"""Translation edit rate (Snover et al. 2006), as tercom and sacreBLEU compute it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tarjih.kernels import ter_edits
from tarjih.metrics.edits import rate
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import Tokenizer
from tarjih.types import Rows, yes_no


@dataclass(frozen=True)
class Ter:
    """Edits, block shifts among them, per reference word, in percent.

    `normalized` splits off western punctuation; with `asian_support` also Chinese and
    Japanese characters. `no_punct` removes punctuation. `complement` gives 100 - TER,
    for learners that want better to be larger.
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False
    complement: bool = False

    @property
    def name(self) -> str:
        """TER, or 1-TER for its complement."""
        return "1-TER" if self.complement else "TER"

    @property
    def higher_is_better(self) -> bool:
        """Only the complement grows with quality."""
        return self.complement

    def stats(self, batch: Batch) -> Rows:
        """Rows of the fewest edits and the average reference length."""
        tokenizer = _tokenizer(self.normalized, self.no_punct, self.asian_support)
        tokens = batch.tokens(tokenizer, lowercase=not self.case_sensitive)
        return ter_edits(tokens.ids, tokens.offsets, batch.pairs)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        score = rate(rows)
        return 100 - score if self.complement else score

    def parameters(self) -> dict[str, str]:
        """The parameters as sacreBLEU prints them."""
        return {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": yes_no(self.normalized),
            "punct": yes_no(not self.no_punct),
            "asian": yes_no(self.asian_support),
        }


# tercom's normaliser: its entities, then punctuation, then full stops, commas and
# hyphens next to digits. The line has a space at both ends by then.
_NORMALIZE: list[tuple[re.Pattern[str], str]] = [
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    (re.compile(r"'s "), " 's "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]
_REPLACE = [
    ("\n-", ""),
    ("\n", " "),
    ("&quot;", '"'),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
]
_ASIAN_MARKS = "\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb"
_WIDE_MARKS = "\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09"
# Ideographs, strokes, radicals, compatibility forms and enclosed letters. Up to U+3F22
# is sacreBLEU's reading of the last block. tercom's rules for runs of kana cannot match
# a line that begins with a space, so there are none.
_ASIAN = re.compile(
    "([\u4e00-\u9fff\u3200-\u4dbf\u31c0-\u31ef\u2e80-\u2eff\uf900-\ufaff\ufe30-\ufe4f"
    f"{_ASIAN_MARKS}{_WIDE_MARKS}])"
)
_WESTERN_PUNCTUATION = re.compile(r"[.,?:;!\"()]")
_ASIAN_PUNCTUATION = re.compile(f"[{_ASIAN_MARKS}{_WIDE_MARKS}]")


@lru_cache
def _tokenizer(normalized: bool, no_punct: bool, asian: bool) -> Tokenizer:
    steps: list[Callable[[str], str]] = []
    if normalized:
        steps.append(_normalize)
    if normalized and asian:
        steps.append(lambda line: _ASIAN.sub(r" \1 ", line))
    if no_punct:
        steps.append(lambda line: _WESTERN_PUNCTUATION.sub("", line))
    if no_punct and asian:
        steps.append(lambda line: _ASIAN_PUNCTUATION.sub("", line))
    if not steps:
        return Tokenizer("tercom", "split")

    def prepare(line: str) -> str:
        line = line.rstrip()
        for step in steps:
            line = step(line)
        return " ".join(line.split())

    # sacreBLEU normalises references twice, once more than hypotheses: what the first
    # pass uncovers (an entity in an entity, a possessive before a tab) counts there.
    return Tokenizer("tercom", "split", prepare, references_twice=True)


def _normalize(line: str) -> str:
    for written, meant in _REPLACE:
        line = line.replace(written, meant)
    line = f" {line} "
    for rule, replacement in _NORMALIZE:
        line = rule.sub(replacement, line)
    return line
