"""The same tasks done by sacreBLEU, NLTK and rapidfuzz, a fresh metric every time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nltk.translate.bleu_score import corpus_bleu
from nltk.translate.nist_score import corpus_nist
from ours import RESAMPLES
from race import Side
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.utils import smart_open
from wmt12 import Text


def sacrebleu(make: Callable[[], Any]) -> Side:
    return lambda text: [make().corpus_score(text.hypotheses, [text.references]).score]


def sacrebleu_one_by_one(text: Text) -> list[float]:
    bleu = BLEU(effective_order=True)
    pairs = zip(text.hypotheses, text.references, strict=True)
    return [bleu.sentence_score(line, [ref]).score for line, ref in pairs]


def sacrebleu_interval(text: Text) -> list[float]:
    found = BLEU().corpus_score(text.hypotheses, [text.references], RESAMPLES)
    return [found._mean, found._ci]


def sacrebleu_from_files(paths: tuple[str, str]) -> list[float]:
    system, reference = ([line.rstrip() for line in smart_open(p)] for p in paths)
    return [BLEU().corpus_score(system, [reference]).score]


def nltk_bleu(text: Text) -> list[float]:
    hypotheses, references = tokenized(text)
    return [100 * corpus_bleu(references, hypotheses)]


def nltk_nist(text: Text) -> list[float]:
    lines = [line.lower() for line in text.hypotheses]
    hypotheses, references = tokenized(
        Text(lines, [line.lower() for line in text.references])
    )
    return [corpus_nist(references, hypotheses)]


def tokenized(text: Text) -> tuple[list[list[str]], list[list[list[str]]]]:
    """Words as NLTK wants them, split by sacreBLEU's tokenizer."""
    split = Tokenizer13a()
    hypotheses = [split(line).split() for line in text.hypotheses]
    return hypotheses, [[split(line).split()] for line in text.references]


def rapidfuzz_wer(text: Text) -> list[float]:
    edits = words = 0
    for line, ref in zip(text.hypotheses, text.references, strict=True):
        reference = ref.split()
        edits += Levenshtein.distance(line.split(), reference)
        words += len(reference)
    return [100 * edits / words]


def without_short_lines(text: Text) -> Text:
    """NLTK counts a 4-gram, never matched, in hypotheses of less than four words."""
    return kept(text, lambda line, _: len(line.split()) >= 4)


def without_zeros(text: Text) -> Text:
    """The prefix "0" is none to mteval and to us, as in Perl, but not to NLTK."""
    split = Tokenizer13a()
    return kept(text, lambda _, ref: "0" not in split(ref).split())


def kept(text: Text, keep: Callable[[str, str], bool]) -> Text:
    pairs = zip(text.hypotheses, text.references, strict=True)
    chosen = [(line, ref) for line, ref in pairs if keep(line, ref)]
    return Text([line for line, _ in chosen], [ref for _, ref in chosen])
