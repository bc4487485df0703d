"""What the fields of METEOR come to, and what its data say of words."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.kernels import java_hashes, match_types
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.metrics.meteor import lexicon, paraphrases
from tarjih.metrics.meteor.lexicon import Lexicon
from tarjih.metrics.meteor.paraphrases import NO_PARAPHRASES
from tarjih.metrics.meteor.tuning import (
    MODULES,
    Tuning,
    default_task,
    language_code,
    modules_of,
    tuning_of,
)
from tarjih.metrics.meteor.words import WordList
from tarjih.text.batch import Tokens
from tarjih.text.stemmers import get_stemmer

if TYPE_CHECKING:
    from tarjih.metrics.meteor import Meteor

AUTO, OWN = "auto", "own"


@dataclass(frozen=True, eq=False)
class Plan:
    """What a metric's fields come to."""

    language: str
    task: str
    modules: tuple[str, ...]
    tuning: Tuning
    characters: bool
    custom: dict[str, str]
    lexicon: Lexicon
    function_words: WordList
    table: Path | None

    @property
    def paraphrased(self) -> bool:
        """Whether paraphrases count."""
        return "paraphrase" in self.modules

    @property
    def fingerprint(self) -> str:
        """What tells one table of paraphrases from another."""
        if not self.paraphrased or self.table is None:
            return "no"
        return paraphrases.fingerprint(self.table)[:8]

    def knowledge(self, tokens: Tokens) -> dict[str, Any]:
        """What the kernel is told of every type, as far as the modules ask for it."""
        count = len(tokens.type_offsets) - 1
        known = {
            "keys": np.arange(count, dtype=np.int32),
            "stems": np.arange(count, dtype=np.int32),
            "set_ends": np.zeros(count + 1, np.int64),
            "sets": np.zeros(0, np.int32),
            "function": self.function_words.hold(tokens),
            "sizes": _lengths(tokens) if self.characters else np.ones(count, np.int32),
            "modules": np.array(list(map(MODULES.index, self.modules)), np.int32),
            "words": np.full(count, -1, np.int32),
        }
        table = NO_PARAPHRASES
        if self.lexicon.by_hash:
            known["keys"] = _numbered(tokens.packed_types, tokens.type_offsets)
        if "stem" in self.modules:
            known["stems"] = self._stems(tokens)
        if "synonym" in self.modules and self.lexicon.synonyms is not None:
            known["set_ends"], known["sets"] = self.lexicon.synonyms.of_types(tokens)
        if self.paraphrased and self.table is not None:
            table = paraphrases.load(self.table)
            known["words"] = table.places_of(tokens)
        return {
            **known,
            "child_ends": table.child_ends,
            "child_words": table.child_words,
            "target_ends": table.target_ends,
            "targets": table.targets,
        }

    def _stems(self, tokens: Tokens) -> I32:
        """A number for every type; types of one stem have the same."""
        packed, offsets = get_stemmer(self.language).packed(
            tokens.packed_types, tokens.type_offsets
        )
        if self.lexicon.by_hash:
            return _numbered(packed, offsets)
        return match_types(packed, offsets, packed, offsets)


@lru_cache
def plan_of(metric: Meteor) -> Plan:
    """Fill in what the metric leaves open, and refuse what cannot be."""
    language = language_code(metric.language or "en")
    known = _lexicon(metric.data, language)
    table = _table(metric.paraphrases, known, language)
    task = metric.task or default_task(language, paraphrased=table is not None)
    modules = metric.modules
    if modules is None:
        bare = table is None and metric.data is None
        wanted = modules_of(language, task)
        modules = tuple(name for name in wanted if name != "paraphrase" or not bare)
    _check_modules(modules, language, known, table)
    tuning, custom = _tuned(metric, language, task, len(modules))
    words, named = _function_words(metric.function_words, known)
    custom |= {"fw": named} if named else {}
    return Plan(
        language,
        task,
        modules,
        tuning,
        metric.characters,
        custom,
        known,
        words,
        table,
    )


def _function_words(
    asked: str | os.PathLike[str] | None, known: Lexicon
) -> tuple[WordList, str]:
    """The function words, and what signatures call them where they are not METEOR's."""
    if asked is None:
        return known.function_words, ""
    if asked == OWN:
        return known.own_words, OWN
    text = lexicon.read_text(Path(asked))
    return WordList.of(text.split()), sha256(text.encode()).hexdigest()[:8]


def _lexicon(data: str | os.PathLike[str] | None, language: str) -> Lexicon:
    if data is None:
        return lexicon.shipped(language)
    return lexicon.read_meteor(Path(data), language)


def _table(
    asked: str | os.PathLike[str] | None, known: Lexicon, language: str
) -> Path | None:
    if asked is None:
        return known.paraphrase_table
    return paraphrases.installed_table(language) if asked == AUTO else Path(asked)


def _check_modules(
    modules: tuple[str, ...], language: str, known: Lexicon, table: Path | None
) -> None:
    if not modules or len(set(modules)) < len(modules):
        raise UsageError("METEOR's modules are one or more, each of them once")
    for name in modules:
        if name not in MODULES:
            raise UnknownName("module of METEOR", name, MODULES)
    if "stem" in modules:
        get_stemmer(language)
    if "synonym" in modules and known.synonyms is None:
        raise UsageError(f"METEOR has synonyms in English only, not in {language!r}")
    if "paraphrase" in modules and table is None:
        raise UsageError(
            f"METEOR's module paraphrase needs a table for {language!r}: name the file "
            f"paraphrase-{language}.gz, or leave the module out"
        )


def _tuned(
    metric: Meteor, language: str, task: str, modules: int
) -> tuple[Tuning, dict[str, str]]:
    """The numbers, and those among them that are the caller's own."""
    given = metric.params is not None and metric.weights is not None
    tuning = Tuning(0, 0, 0, 0) if given else tuning_of(language, task)
    custom = {}
    if metric.params is not None:
        if len(metric.params) != 4:
            raise UsageError("METEOR's parameters are four: alpha, beta, gamma, delta")
        alpha, beta, gamma, delta = metric.params
        if beta < 0:
            raise UsageError(f"METEOR's beta must be ≥ 0, not {beta:g}")
        tuning = replace(tuning, alpha=alpha, beta=beta, gamma=gamma, delta=delta)
        custom["par"] = ",".join(f"{number:g}" for number in metric.params)
    if metric.weights is not None:
        tuning = replace(tuning, weights=metric.weights)
        custom["w"] = ",".join(f"{number:g}" for number in metric.weights)
    if len(tuning.weights) < modules:
        raise UsageError(
            f"{modules} modules need {modules} weights, not {len(tuning.weights)}"
        )
    return replace(tuning, weights=tuning.weights[:modules]), custom


def _numbered(packed: U8, offsets: I64) -> I32:
    """The place of the first word with the same hash, as Java computes it."""
    _, first, same = np.unique(
        java_hashes(packed, offsets), return_index=True, return_inverse=True
    )
    return first.astype(np.int32)[same]


def _lengths(tokens: Tokens) -> I32:
    """The characters of every type, as Java counts them: two beyond U+FFFF."""
    data = tokens.packed_types
    units = np.concatenate([[0], np.cumsum((data & 0xC0 != 0x80) + (data >= 0xF0))])
    return np.diff(units[tokens.type_offsets]).astype(np.int32)
