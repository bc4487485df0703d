"""Compare the stemmers with those of METEOR 1.5's jar, or write goldens from it.

    python benchmarks/oracles/stemmers.py check WORDS.fr.txt ... [--random 100000]
    python benchmarks/oracles/stemmers.py write WORDS.fr.txt ...

A file of words has one word at the start of each line and the language before its last
suffix. The jar is that of the package `pycocoevalcap`, or --jar names it. `write` keeps
the words that reach something new in the algorithm, and the jar's stems of them.
"""

from __future__ import annotations

import inspect
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import click
from jar import find_jar

from tarjih.kernels import pack
from tarjih.kernels.endings import Endings
from tarjih.text.stemmers import get_stemmer

HERE = Path(__file__).parent
GOLDENS = HERE.parents[1] / "tests" / "golden" / "stemmers"
NAMES = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip
HEADER = """\
# word, stem: org.tartarus.snowball.ext.{}Stemmer of METEOR 1.5 (meteor-1.5.jar),
# written by: python benchmarks/oracles/stemmers.py write WORDS
"""
WANTED = 150  # at least so many words a language
SEED = 20150210  # the day of the jar


@contextmanager
def harness(jar: Path) -> Iterator[str]:
    """Compile the harness; gives its class path."""
    with tempfile.TemporaryDirectory() as folder:
        source = HERE / "Stems.java"
        subprocess.run(["javac", "-cp", jar, "-d", folder, source], check=True)
        yield f"{jar}{os.pathsep}{folder}"


def by_jar(class_path: str, language: str, words: list[str]) -> list[str]:
    command = ["java", "-cp", class_path, "Stems", NAMES[language]]
    text = "\n".join([*words, ""]).encode("utf-8")
    found = subprocess.run(command, input=text, capture_output=True, check=True)
    return found.stdout.decode("utf-8").split("\n")[:-1]


def read_words(paths: Iterable[Path]) -> dict[str, list[str]]:
    """The distinct words of each language, in lower case, in their order."""
    words: dict[str, dict[str, None]] = {}
    for path in paths:
        language = path.suffixes[-2][1:]
        lines = path.read_text("utf-8").lower().split("\n")
        first = (line.split("/")[0].split() for line in lines)
        words.setdefault(language, {}).update((line[0], None) for line in first if line)
    return {language: list(found) for language, found in sorted(words.items())}


def tables(language: str) -> list[Endings]:
    module = sys.modules[get_stemmer(language).stem.__module__]
    return [table for table in vars(module).values() if isinstance(table, Endings)]


def random_words(language: str, count: int) -> list[str]:
    """Strings of the algorithm's own letters and endings, and of some others."""
    rng = random.Random(SEED)
    endings = sorted({ending for table in tables(language) for ending in table.actions})
    letters = sorted({letter for ending in endings for letter in ending})
    letters += ["'", "-", "y", "7", "中", "\u0301", "\u00e9", "\U0001d49c"]
    words = []
    for _ in range(count):
        start = rng.choices(letters, k=rng.randrange(7))
        parts = rng.choices(endings, k=rng.randrange(4))
        words.append(
            "".join([*start, *parts, *rng.choices(letters, k=rng.randrange(2))])
        )
    return words


def compare(class_path: str, language: str, words: list[str]) -> list[tuple[str, ...]]:
    """Words whose stem is another in the jar, or in the batch that a kernel stems."""
    stemmer = get_stemmer(language)
    data, offsets = stemmer.packed(*pack(words))
    text = data.tobytes()
    batch = [text[start:end].decode() for start, end in pairwise(offsets.tolist())]
    theirs = by_jar(class_path, language, words)
    rows = zip(words, theirs, map(stemmer, words), batch, strict=True)
    return [row for row in rows if len(set(row[1:])) > 1]


def reached(language: str, word: str) -> list[Any]:
    """What a word reaches: paths through functions, and endings that are cut off."""
    stem = inspect.unwrap(get_stemmer(language).stem)
    file = sys.modules[stem.__module__].__file__
    paths: dict[FrameType, list[Any]] = {}

    def trace(frame: FrameType, event: str, value: Any) -> Any:
        path = paths.setdefault(frame, [frame.f_code.co_name])
        if frame.f_code is Endings.cut.__code__:
            if event == "return" and value[1] is not None:
                given, table = frame.f_locals["word"], id(frame.f_locals["self"])
                path += [table, given[len(value[0]) :]]
        elif frame.f_code.co_filename == file:
            path.append(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        stem(word)
    finally:
        sys.settrace(None)
    return list(map(tuple, paths.values()))


def choose(language: str, words: list[str]) -> list[str]:
    """The words that reach something which few words before them did."""
    paths = {word: reached(language, word) for word in words}
    for enough in range(2, 20):
        seen: Counter[Any] = Counter()
        chosen = []
        for word, found in paths.items():
            if any(seen[path] < enough for path in found):
                chosen.append(word)
                seen.update(found)
        if len(chosen) >= WANTED:
            break
    return chosen


@click.group(help=__doc__)
def main() -> None: ...


files = click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
jar_option = click.option("--jar", type=click.Path(exists=True, path_type=Path))


@main.command()
@files
@jar_option
@click.option("--random", "count", default=100_000, help="Random strings a language.")
def check(paths: tuple[Path, ...], jar: Path | None, count: int) -> None:
    """Print how many words are stemmed otherwise than by the jar, and which."""
    total = 0
    with harness(find_jar(jar)) as class_path:
        for language, words in read_words(paths).items():
            strings = random_words(language, count)
            wrong = compare(class_path, language, words + strings)
            total += len(wrong)
            click.echo(
                f"{language}\t{len(words)} words\t{count} random strings\t"
                f"{len(wrong)} differences"
            )
            for word, theirs, ours, batch in wrong[:10]:
                click.echo(f"  {word!r}: jar {theirs!r}, ours {ours!r} {batch!r}")
    sys.exit(total > 0)


@main.command()
@files
@jar_option
def write(paths: tuple[Path, ...], jar: Path | None) -> None:
    """Write the golden table of each language."""
    GOLDENS.mkdir(exist_ok=True)
    with harness(find_jar(jar)) as class_path:
        for language, words in read_words(paths).items():
            chosen = sorted(choose(language, words))
            stems = by_jar(class_path, language, chosen)
            rows = [
                f"{word}\t{stem}\n" for word, stem in zip(chosen, stems, strict=True)
            ]
            head = HEADER.format(NAMES[language])
            (GOLDENS / f"{language}.tsv").write_text("".join([head, *rows]), "utf-8")
            click.echo(f"{language}\t{len(rows)} words")


if __name__ == "__main__":
    main()
