"""Compare METEOR with METEOR 1.5's jar, or write goldens from it.

    python benchmarks/oracles/meteor.py check [--language de] [-m "exact stem"]
    python benchmarks/oracles/meteor.py write

`check` takes every translation that people judged in WMT12 to WMT14 into English, or
in WMT12 into another language (of others, words that are drawn), and counts the
segments where the scores differ. Both sides read the jar's data. `write` scores the
pairs in the golden file, which were written for this project. The jar is that of the
package `pycocoevalcap`, or --jar names it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import jar as java
import numpy as np

import tarjih
from tarjih.judgments import read_judgments
from tarjih.metrics.meteor.plan import plan_of
from tarjih.metrics.meteor.synonyms import Synonyms
from tarjih.metrics.meteor.words import WordList

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GOLDEN = ROOT / "tests/golden/meteor.json"
SEED = 15
RESULT = ROOT / "benchmarks/results/meteor_exact.json"
MODULES = ("exact", "exact stem", "exact stem synonym", "")
SHORT = {"cs": "cz", "sv": "se"}


@dataclass(frozen=True)
class Text:
    """Translations and their references, line by line."""

    name: str
    hypotheses: list[str]
    references: list[str]


def judged(data: Path, language: str) -> Iterator[Text]:
    """Every judged translation once, with its reference."""
    if language == "en":
        for path in sorted(data.glob("wmt1[234]/meteor/*.rank")):
            yield from _texts_of(path, f"{path.parts[-3]} {path.stem}")
        return
    if language not in ("cs", "de", "es", "fr"):
        yield drawn(language)
        return
    yield from _texts_of(
        data / "wmt12/wmt12.RNK_results.csv", "wmt12", f"en-{language}"
    )


def drawn(language: str, count: int = 3000) -> Text:
    """Sentences of the stemmers' golden words: of some languages nothing was judged."""
    lines = (ROOT / f"tests/golden/stemmers/{language}.tsv").read_text("utf-8")
    words = [line.split("\t")[0] for line in lines.splitlines() if line[0] != "#"]
    rng = np.random.default_rng(SEED)
    texts: tuple[list[str], list[str]] = ([], [])
    for _ in range(count):
        some = rng.choice(len(words), 8)
        for side in texts:
            # neighbours in the list often have one stem
            places = rng.choice(some, rng.integers(1, 25)) + rng.integers(-1, 2)
            chosen = [words[place % len(words)] for place in places.tolist()]
            side.append(" ".join(rng.choice([*chosen, ",", ".", "-"], len(chosen))))
    return Text(f"drawn {language}", *texts)


def _texts_of(path: Path, name: str, only: str = "") -> Iterator[Text]:
    table = read_judgments(path)
    for key, texts in table.texts.items():
        if only and key[1] != only:
            continue
        rows = np.array(table.pair.names)[table.pair.codes] == key[1]
        systems = np.array(table.system.names)[table.system.codes][rows].tolist()
        segments = table.segment[rows].tolist()
        items = sorted(set(zip(systems, segments, strict=True)))
        items = [item for item in items if item[0] != "_ref"]
        hypotheses = [texts.hypothesis(*item) for item in items]
        references = [texts.reference(segment)[0] for _, segment in items]
        yield Text(f"{name} {only}".strip(), hypotheses, references)


@dataclass(frozen=True)
class Comparison:
    """How many segments, how many differ, how many of those in their statistics."""

    segments: int = 0
    differ: int = 0
    in_rows: int = 0
    gap: float = 0.0

    def __add__(self, other: Comparison) -> Comparison:
        return Comparison(
            self.segments + other.segments,
            self.differ + other.differ,
            self.in_rows + other.in_rows,
            max(self.gap, other.gap),
        )

    def __str__(self) -> str:
        return (
            f"{self.segments:,} segments, {self.differ} scores differ "
            f"(by {self.gap:.1e} at most), {self.in_rows} of them in their statistics"
        )


def compare(jar: Path, text: Text, language: str, modules: str) -> Comparison:
    options = ["-l", SHORT.get(language, language), "-norm"]
    options += ["-m", modules] if modules else []
    theirs, corpus = java.scores(jar, text.hypotheses, text.references, *options)
    metric = tarjih.Meteor(language, data=jar, modules=modules.split() or None)
    ours = tarjih.score(
        text.hypotheses, ref_streams=[text.references], metrics=[metric]
    )["meteor"]
    if abs(ours.corpus - corpus) > 1e-15:
        print(f"   the corpus differs: {ours.corpus!r} and {corpus!r}")
    gaps = np.abs(ours.segments - np.array(theirs))
    places = np.flatnonzero(gaps > 0).tolist()
    if not places:
        return Comparison(len(gaps))
    # where the statistics are equal, the last digit of a power is not
    hypotheses, references = (
        [lines[i] for i in places] for lines in (text.hypotheses, text.references)
    )
    said = java.output(jar, hypotheses, references, *options, "-ssOut")
    rows = np.array([list(map(float, line.split())) for line in said.splitlines()])
    apart = (rows != ours.rows[places]).any(axis=1)
    for place in np.array(places)[apart][:3].tolist():
        print(f"   {text.hypotheses[place]}\n   {text.references[place]}")
    return Comparison(len(gaps), len(places), int(apart.sum()), float(gaps.max()))


@click.group(help=__doc__)
def main() -> None: ...


@main.command()
@click.option("--data", type=Path, default=ROOT.parent / "shared/data/judgments")
@click.option("--jar", type=Path)
@click.option("--language", default="en")
@click.option("-m", "--modules", multiple=True, default=MODULES)
@click.option("--only", default="", help="Sets whose names hold this; not kept.")
def check(
    data: Path, jar: Path | None, language: str, modules: tuple[str, ...], only: str
) -> None:
    jar = java.find_jar(jar)
    total: dict[str, Comparison] = {}
    for text in judged(data, language):
        for chosen in modules:
            if only in text.name:
                label = chosen or "all"
                found = compare(jar, text, language, chosen)
                print(f"{text.name} {label}: {found}", flush=True)
                total[label] = total.get(label, Comparison()) + found
    for label, found in total.items():
        print(f"{label}: {found}")
    if not only:
        keep(language, total)


def keep(language: str, total: dict[str, Comparison]) -> None:
    """Write the counts of a language beside those of others."""
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    kept[language] = {label: asdict(found) for label, found in total.items()}
    RESULT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


@main.command()
@click.option("--jar", type=Path)
def write(jar: Path | None) -> None:
    """Score the pairs of the golden file anew, by the jar with tarjih's word lists."""
    jar = java.find_jar(jar)
    golden = json.loads(GOLDEN.read_text("utf-8"))
    for case in golden["cases"]:
        hypotheses, references = map(
            list, zip(*golden["pairs"][case["pairs"]], strict=True)
        )
        with tempfile.TemporaryDirectory() as folder:
            options = jar_options(case, Path(folder))
            found = java.scores(jar, hypotheses, references, *options)
            case["segments"], case["corpus"] = found
    GOLDEN.write_text(json.dumps(golden, ensure_ascii=False, indent=1) + "\n", "utf-8")


def jar_options(case: dict[str, Any], folder: Path) -> list[str]:
    """The jar's options for those of a metric, with the data that come with tarjih."""
    language, given = case["language"], case["options"]
    plan = plan_of(tarjih.Meteor(language, **given))
    modules = given.get("modules") or plan.modules
    words = folder / "function.words"
    words.write_text(
        "".join(f"{word}\n" for word in plan.function_words.words), "utf-8"
    )
    options = ["-l", SHORT.get(language, language), "-s", str(words)]
    options += ["-t", given["task"]] if "task" in given else []
    options += ["-m", " ".join(modules)]
    if "synonym" in modules:
        write_synonyms(plan.lexicon.synonyms, folder)
        options += ["-d", str(folder)]
    for name, option in (("params", "-p"), ("weights", "-w")):
        if name in given:
            options += [option, " ".join(map(str, given[name]))]
    if "beam" in given:
        options += ["-x", str(given["beam"])]
    if given.get("normalize", True):
        return [*options, "-norm", *(["-noPunct"] if given.get("no_punct") else [])]
    return [*options, "-lower"]


def write_synonyms(synonyms: Synonyms, folder: Path) -> None:
    """Write synonyms as METEOR reads them; a word without a set gets one of its own."""
    words = WordList(synonyms.words, synonyms.word_offsets).words
    forms = WordList(synonyms.forms, synonyms.form_offsets).words
    sets, ends = synonyms.sets.tolist(), synonyms.set_ends.tolist()
    own = max(sets) + 1
    with (folder / "english.synsets").open("w", encoding="utf-8") as file:
        for place, word in enumerate(words):
            mine = sets[ends[place] : ends[place + 1]] or [own + place]
            file.write(f"{word}\n{' '.join(map(str, mine))}\n")
    bases, ends = synonyms.bases.tolist(), synonyms.base_ends.tolist()
    with (folder / "english.exceptions").open("w", encoding="utf-8") as file:
        for place, form in enumerate(forms):
            # a form without a known base has one that is not known
            for base in bases[ends[place] : ends[place + 1]] or [-1]:
                file.write(f"{words[base] if base >= 0 else '-'}\n{form}\n")
    (folder / "english.relations").write_text("", "utf-8")


if __name__ == "__main__":
    main()
