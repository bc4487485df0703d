"""METEOR 1.5's languages, tasks and tuned parameters (Denkowski and Lavie 2014)."""

from __future__ import annotations

from dataclasses import dataclass

from tarjih.errors import UnknownName, UsageError

MODULES = ("exact", "stem", "synonym", "paraphrase")
TASKS = ("rank", "adq", "hter", "li", "tune", "util", "universal")
# METEOR's own names of languages that have another ISO code
ALIASES = {"cz": "cs", "se": "sv", "nb": "no", "nn": "no"}


@dataclass(frozen=True)
class Tuning:
    """Weights of recall, fragmentation (two), content words, and of the modules."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...] = ()


_TUNED = {
    ("rank", "en"): Tuning(0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6)),
    ("rank", "cs"): Tuning(0.95, 0.2, 0.6, 0.8, (1.0, 0.4)),
    ("rank", "de"): Tuning(0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2)),
    ("rank", "es"): Tuning(0.65, 1.3, 0.5, 0.8, (1.0, 0.8, 0.6)),
    ("rank", "fr"): Tuning(0.9, 1.4, 0.6, 0.65, (1.0, 0.2, 0.4)),
    ("rank", "ru"): Tuning(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5)),
    ("adq", "en"): Tuning(0.75, 1.4, 0.45, 0.7, (1.0, 1.0, 0.6, 0.8)),
    ("hter", "en"): Tuning(0.4, 1.5, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    ("util", "en"): Tuning(0.65, 0.1, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
_ANY_LANGUAGE = {
    "li": Tuning(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5, 0.5)),
    "tune": Tuning(0.5, 1.0, 0.5, 0.5, (1.0, 0.5, 0.5, 0.5)),
    "universal": Tuning(0.7, 1.4, 0.3, 0.7, (1.0, 0.6)),
}
_STEMMED = ("da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr")
_OF_LANGUAGE = {
    "en": MODULES,
    "cs": ("exact", "paraphrase"),
    **dict.fromkeys(("de", "es", "fr", "ru"), ("exact", "stem", "paraphrase")),
    **dict.fromkeys(_STEMMED, ("exact", "stem")),
}


def language_code(name: str) -> str:
    """The ISO code of a language that METEOR may name otherwise."""
    code = name.lower().replace("_", "-").partition("-")[0]
    return ALIASES.get(code, code)


def default_task(language: str, *, paraphrased: bool) -> str:
    """The task of a language: that which METEOR was tuned for, or one for all."""
    if ("rank", language) in _TUNED:
        return "rank"
    return "universal" if paraphrased else "li"


def modules_of(language: str, task: str) -> tuple[str, ...]:
    """The matchers that METEOR 1.5 uses for a language, all data being there."""
    if task == "universal":
        return "exact", "paraphrase"
    return _OF_LANGUAGE.get(language, ("exact",))


def tuning_of(language: str, task: str) -> Tuning:
    """The tuned parameters; their weights belong to `modules_of`, in order."""
    if task not in TASKS:
        raise UnknownName("task of METEOR", task, TASKS)
    found = _ANY_LANGUAGE.get(task) or _TUNED.get((task, language))
    if found is None:
        known = ", ".join(code for name, code in _TUNED if name == task)
        raise UsageError(
            f"METEOR has no parameters for task {task!r} in language {language!r} "
            f"(it has: {known}); use the task 'li', or give the parameters yourself"
        )
    return found
