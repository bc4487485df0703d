"""Options that choose metrics and set them up, as sacreBLEU spells them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tarjih.cli.tuned import read_tuned
from tarjih.errors import UsageError
from tarjih.metrics import METRICS
from tarjih.types import Metric

F = TypeVar("F", bound=Callable[..., Any])

_OF_VECTORS = {
    "tokenize": "tokenize",
    "align_embeddings": "embeddings",
    "align_idf": "idf",
    "align_case_sensitive": "lowercase",
    "align_unknown": "unknown",
}
_ALIGNED = {
    **_OF_VECTORS,
    "align_threshold": "threshold",
}

# For each class of metric: which option sets which of its fields.
SETTINGS = {
    "tarjih.metrics.bleu:Bleu": {
        "tokenize": "tokenize",
        "lowercase": "lowercase",
        "smooth_method": "smooth_method",
        "smooth_value": "smooth_value",
    },
    "tarjih.metrics.chrf:Chrf": {
        "chrf_char_order": "char_order",
        "chrf_word_order": "word_order",
        "chrf_beta": "beta",
        "chrf_lowercase": "lowercase",
        "chrf_whitespace": "whitespace",
        "chrf_eps_smoothing": "eps_smoothing",
    },
    "tarjih.metrics.ter:Ter": {
        "ter_case_sensitive": "case_sensitive",
        "ter_asian_support": "asian_support",
        "ter_no_punct": "no_punct",
        "ter_normalized": "normalized",
    },
    "tarjih.metrics.meteor:Meteor": {
        "meteor_language": "language",
        "meteor_task": "task",
        "meteor_modules": "modules",
        "meteor_params": "params",
        "meteor_weights": "weights",
        "meteor_beam": "beam",
        "meteor_no_norm": "normalize",
        "meteor_no_punct": "no_punct",
        "meteor_characters": "characters",
        "meteor_function_words": "function_words",
        "meteor_paraphrases": "paraphrases",
        "meteor_data": "data",
    },
    "tarjih.metrics.alignment:Aas": _ALIGNED,
    "tarjih.metrics.alignment:Mas": _ALIGNED,
    "tarjih.metrics.alignment:Has": _ALIGNED,
    "tarjih.metrics.alignment:VectorCosine": _OF_VECTORS,
    "tarjih.metrics.nist:Nist": {"tokenize": "tokenize"},
    "tarjih.metrics.edits:Wer": {"tokenize": "tokenize", "lowercase": "lowercase"},
    "tarjih.metrics.edits:Per": {"tokenize": "tokenize", "lowercase": "lowercase"},
    "tarjih.metrics.edits:LengthRatio": {"tokenize": "tokenize"},
}

_NONE = object()  # what `--align-threshold none` sets, which None would not

# As sacreBLEU: languages without spaces, or where these are not between words.
TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}


def _words(_ctx: click.Context, _option: click.Parameter, value: str | None) -> Any:
    return None if value is None else tuple(value.replace(",", " ").split())


def _numbers(ctx: click.Context, option: click.Parameter, value: str | None) -> Any:
    words = _words(ctx, option, value)
    try:
        return None if words is None else tuple(map(float, words))
    except ValueError:
        raise click.BadParameter(f"{value!r} is no list of numbers") from None


def _threshold(_ctx: click.Context, _option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return _NONE if value == "none" else float(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is neither a number nor none") from None


def _tuned(_ctx: click.Context, _option: click.Parameter, value: str | None) -> Any:
    return None if value is None else read_tuned(value)


_FLAG: dict[str, Any] = {"is_flag": True, "default": None}
_OPTIONS = [
    click.option(
        "-m",
        "--metrics",
        "metrics",
        multiple=True,
        default=("bleu",),
        metavar="NAME...",
        help="Metrics by name (`tarjih metrics` lists them); bleu unless chosen.",
    ),
    click.option(
        "-tok",
        "--tokenize",
        metavar="NAME",
        help="Tokenizer of BLEU, NIST, WER, PER, length ratio, AAS, MAS, HAS; 13a "
        "unless chosen here or by -l.",
    ),
    click.option(
        "-lc", "--lowercase", **_FLAG, help="Ignore case in BLEU, WER and PER."
    ),
    click.option(
        "-s",
        "--smooth-method",
        metavar="NAME",
        help="Smoothing of BLEU: exp, floor, add-k, none or epsilon.",
    ),
    click.option(
        "-sv",
        "--smooth-value",
        type=float,
        help="What floor, add-k or epsilon adds; 0.1, 1 and 0.001 unless chosen.",
    ),
    click.option(
        "--force", is_flag=True, help="Do not warn of text that looks tokenized."
    ),
    click.option(
        "-cc", "--chrf-char-order", type=int, help="Longest character n-grams of chrF."
    ),
    click.option(
        "-cw", "--chrf-word-order", type=int, help="Longest word n-grams; 2 is chrF++."
    ),
    click.option("--chrf-beta", type=int, help="Weight of chrF's recall."),
    click.option("--chrf-whitespace", **_FLAG, help="Count white space as characters."),
    click.option("--chrf-lowercase", **_FLAG, help="Ignore case in chrF."),
    click.option(
        "--chrf-eps-smoothing", **_FLAG, help="Smooth as the original chrF++.py does."
    ),
    click.option("--ter-case-sensitive", **_FLAG, help="Heed case in TER."),
    click.option(
        "--ter-asian-support", **_FLAG, help="Split or remove Asian characters in TER."
    ),
    click.option("--ter-no-punct", **_FLAG, help="Remove punctuation in TER."),
    click.option("--ter-normalized", **_FLAG, help="Split punctuation off in TER."),
    click.option(
        "--meteor-language",
        metavar="CODE",
        help="Language of METEOR; that of the language pair unless chosen, or else en.",
    ),
    click.option(
        "--meteor-task",
        metavar="NAME",
        help="Tuned parameters of METEOR: rank, adq, hter, li, tune, util, universal.",
    ),
    click.option(
        "--meteor-modules",
        metavar="'NAME ...'",
        callback=_words,
        help="Matchers of METEOR: exact, stem, synonym, paraphrase.",
    ),
    click.option(
        "--meteor-params",
        metavar="'A B G D'",
        callback=_numbers,
        help="Alpha, beta, gamma and delta of METEOR.",
    ),
    click.option(
        "--meteor-weights",
        metavar="'W ...'",
        callback=_numbers,
        help="Weights of METEOR's modules, in their order.",
    ),
    click.option("--meteor-beam", type=int, help="Beam of METEOR's aligner; 40."),
    click.option(
        "--meteor-no-norm",
        is_flag=True,
        flag_value=False,
        default=None,
        type=bool,
        help="Split METEOR's text at blanks only: it is tokenized already.",
    ),
    click.option("--meteor-no-punct", **_FLAG, help="Ignore punctuation in METEOR."),
    click.option(
        "--meteor-characters", **_FLAG, help="Count characters, not words, in METEOR."
    ),
    click.option(
        "--meteor-function-words",
        metavar="FILE",
        help="Function words of METEOR; own: of the language; English ones otherwise.",
    ),
    click.option(
        "--meteor-paraphrases",
        metavar="FILE",
        help="A table of METEOR's, as paraphrase-en.gz; auto: of pycocoevalcap.",
    ),
    click.option(
        "--meteor-data",
        metavar="PATH",
        help="METEOR's own jar or folder, whose data are used instead of ours.",
    ),
]


_ALIGN_OPTIONS = [
    click.option(
        "--align-embeddings",
        metavar="FILE",
        help="Word vectors of AAS, MAS, HAS and w2v-cos: a file of any format that "
        "tarjih reads; glove unless chosen.",
    ),
    click.option(
        "--align-threshold",
        metavar="NUMBER",
        callback=_threshold,
        help="Words less alike count 0 in AAS, MAS and HAS: 0 to 1, or none.",
    ),
    click.option(
        "--align-unknown",
        type=click.Choice(["exact", "zero", "drop", "hash"]),
        help="Words without a vector in AAS, MAS and HAS: match their equals (exact, "
        "unless chosen), nothing (zero), are left out (drop) or get a vector of their "
        "letters (hash).",
    ),
    click.option(
        "--align-idf", **_FLAG, help="Weigh words by how few references have them."
    ),
    click.option(
        "--align-case-sensitive",
        is_flag=True,
        flag_value=False,
        default=None,
        type=bool,
        help="Heed case in AAS, MAS, HAS and w2v-cos.",
    ),
    click.option(
        "--align-config",
        metavar="FILE",
        callback=_tuned,
        help="Settings of AAS, MAS or HAS that `tarjih tune` wrote.",
    ),
]


def align_options(command: F) -> F:
    """Give a command the options of the metrics that align words."""
    for option in reversed(_ALIGN_OPTIONS):
        command = option(command)
    return command


threads_option = click.option(
    "--threads",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Threads that score.",
)


def metric_options(command: F) -> F:
    """Give a command the options of metrics."""
    for option in reversed([*_OPTIONS, *_ALIGN_OPTIONS]):
        command = option(command)
    return command


def choose_metrics(options: dict[str, Any]) -> dict[str, Metric]:
    """Make the metrics that the options name, set up as they say."""
    chosen: dict[str, Metric] = {}
    target = (options["language_pair"] or "").rpartition("-")[2]
    options = {
        **options,
        "tokenize": options["tokenize"] or TOKENIZERS.get(target),
        "meteor_language": options["meteor_language"] or target or None,
    }
    for name in map(str.lower, options["metrics"]):
        chosen[name] = METRICS.create(name, **fields_of(name, options))
    if (tuned := options["align_config"]) and tuned.metric not in chosen:
        raise UsageError(
            f"{tuned.path} is for {tuned.metric}, which is not asked for: "
            f"-m {tuned.metric}"
        )
    names = [metric.name for metric in chosen.values()]
    if twice := {name for name in names if names.count(name) > 1}:
        raise UsageError(f"two metrics would both be {', '.join(twice)}; choose one")
    return chosen


def fields_of(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The fields of a metric that a tuned configuration sets, and then options."""
    entry = METRICS.entry(name)
    tuned = options["align_config"]
    fields = dict(tuned.fields) if tuned and tuned.metric == name else {}
    for option, field in SETTINGS.get(entry.target, {}).items():
        value = options[option]
        if value is not None and field not in entry.options:
            fields[field] = None if value is _NONE else value
    return fields
