"""BLEU, chrF and TER equal sacreBLEU 2.6.0, on segments and on corpora."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import sacrebleu.metrics as oracle
from hypothesis import given
from hypothesis import strategies as st

from strategies import corpora
from tarjih import Bleu, Chrf, Ter
from tarjih.scoring import segment_metric
from tarjih.text.batch import Batch
from tarjih.text.columns import open_column
from tarjih.types import Metric

Corpus = tuple[list[str], list[list[str]]]

bleu_options = st.fixed_dictionaries(
    {
        "lowercase": st.booleans(),
        "tokenize": st.sampled_from(["13a", "intl", "zh", "char", "none"]),
        "smooth_method": st.sampled_from(["exp", "floor", "add-k", "none"]),
        "smooth_value": st.sampled_from([None, 0.5, 2]),
        "max_ngram_order": st.integers(1, 5),
    }
)
chrf_options = st.fixed_dictionaries(
    {
        "char_order": st.integers(1, 6),
        "word_order": st.integers(0, 2),
        "beta": st.integers(1, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)
ter_options = st.fixed_dictionaries(
    {
        "normalized": st.booleans(),
        "no_punct": st.booleans(),
        "asian_support": st.booleans(),
        "case_sensitive": st.booleans(),
    }
)


def agree(ours: Metric, corpus: Any, segment: Any, given_corpus: Corpus) -> None:
    """Compare scores, signature and details with sacreBLEU's."""
    hypotheses, references = given_corpus
    rows = ours.stats(Batch.of(hypotheses, references))
    streams = list(zip_longest(*references))
    theirs = corpus.corpus_score(hypotheses, streams)
    assert float(ours.score(rows.sum(axis=0))) == pytest.approx(theirs.score, abs=1e-9)
    scores = segment_metric(ours).score(rows)
    for score, hypothesis, refs in zip(scores, hypotheses, references, strict=True):
        expected = segment.sentence_score(hypothesis, refs).score
        assert score == pytest.approx(expected, abs=1e-9)
    recipe = str(corpus.get_signature()).split("|")[1:-1]  # without nrefs and version
    assert [f"{k}:{v}" for k, v in ours.parameters().items()][: len(recipe)] == recipe
    assert ours.name == theirs.name


@given(corpora(), bleu_options)
def test_bleu(corpus: Corpus, options: dict[str, Any]) -> None:
    theirs = oracle.BLEU(**options), oracle.BLEU(**options, effective_order=True)
    ours = Bleu(**options)
    agree(ours, *theirs, corpus)
    total = ours.stats(Batch.of(*corpus)).sum(axis=0)
    expected = theirs[0].corpus_score(corpus[0], list(zip_longest(*corpus[1])))
    assert ours.verbose(total) == expected._verbose


@given(corpora(), bleu_options, st.booleans())
def test_bleu_effective_order(
    corpus: Corpus, options: dict[str, Any], effective: bool
) -> None:
    theirs = oracle.BLEU(**options, effective_order=effective)
    agree(Bleu(**options, effective_order=effective), theirs, theirs, corpus)


@given(corpora(), chrf_options)
def test_chrf(corpus: Corpus, options: dict[str, Any]) -> None:
    theirs = oracle.CHRF(**options)
    agree(Chrf(**options), theirs, theirs, corpus)


@given(corpora(), ter_options)
def test_ter(corpus: Corpus, options: dict[str, Any]) -> None:
    theirs = oracle.TER(**options)
    agree(Ter(**options), theirs, theirs, corpus)


@pytest.mark.data
@pytest.mark.parametrize("pair", ["fr-en", "en-cs"])
def test_wmt12(wmt12: Path, pair: str) -> None:
    """Real text: a whole system, with another as a second reference."""
    target = pair.partition("-")[2]
    reference = open_column(f"{wmt12}/plain/references/newstest2012-ref.{target}.xz")
    folder = wmt12 / "plain/system-outputs/newstest2012" / pair
    system, second = sorted(folder.glob("newstest*.xz"))[:2]
    texts = [list(open_column(f"{path}"))[:1000] for path in (system, second)]
    refs = zip(list(reference)[:1000], texts[1], strict=True)
    corpus: Any = texts[0], [list(pair_) for pair_ in refs]
    segment = oracle.BLEU(effective_order=True)
    agree(Bleu(), oracle.BLEU(), segment, corpus)
    agree(
        Chrf(word_order=2), oracle.CHRF(word_order=2), oracle.CHRF(word_order=2), corpus
    )
    agree(Ter(), oracle.TER(), oracle.TER(), corpus)
