"""How fast METEOR is, next to its Java program and to NLTK's metric of that name.

Both sides take turns on the same texts. Where both read METEOR's own lists the numbers
must agree; with our lists they are others. The jar is that of the package
`pycocoevalcap`, or --jar names it. Of the jar's batch runs the time of a run on one
segment is taken off: that is Java's start-up, and the reading of data.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from oracles.jar import find_jar, scores
from record import circumstances, save
from wmt12 import NAME, Text, default_data, joined, read_systems

import tarjih

SHIPPED = ("exact", "stem", "synonym")
WORDNET = Path("/usr/share/wordnet")  # Debian's wordnet-base
COMPILE = """
import sys, time
from pathlib import Path
from tarjih.metrics.meteor import paraphrases
start = time.perf_counter()
paraphrases.prepare(Path(sys.argv[1]))
print(time.perf_counter() - start)
"""

Scores = list[float]


def ours(metric: tarjih.Meteor, text: Text, threads: int = 1) -> Scores:
    found = tarjih.score(
        text.hypotheses,
        ref_streams=[text.references],
        metrics=[metric],
        threads=threads,
    )
    scores: Scores = found["meteor"].segments.tolist()
    return scores


def by_jar(jar: Path, text: Text, options: list[str]) -> Scores:
    """One run over two files."""
    return scores(jar, text.hypotheses, text.references, *options)[0]


def by_pipe(jar: Path, text: Text) -> Scores:
    """One process that is asked for a segment at a time, as Python wrappers do."""
    command = ["java", "-Xmx2G", "-jar", jar, "-", "-", "-stdio", "-l", "en", "-norm"]
    command += ["-m", " ".join(SHIPPED)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as java:  # type: ignore[call-overload]
        statistics = [
            _ask(java, f"SCORE ||| {reference} ||| {hypothesis}")
            for hypothesis, reference in zip(
                text.hypotheses, text.references, strict=True
            )
        ]
        java.stdin.write(" ||| ".join(["EVAL", *statistics]) + "\n")
        java.stdin.flush()
        scores = [float(java.stdout.readline()) for _ in statistics]
        java.stdin.close()
        java.stdout.read()
    return scores


def _ask(java: Any, question: str) -> str:
    java.stdin.write(f"{question}\n")
    java.stdin.flush()
    answer: str = java.stdout.readline()
    return answer.strip()


def nltk_wordnet(folder: Path) -> Any:
    """NLTK's reader of WordNet, which wants it in a folder of NLTK's."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    place = folder / "corpora/wordnet"
    shutil.copytree(WORDNET, place)
    names = "".join(f"{number:02}\tname.{number}\t1\n" for number in range(45))
    (place / "lexnames").write_text(names)
    nltk.data.path.insert(0, str(folder))

    class Reader(WordNetCorpusReader):  # type: ignore[misc]
        def map_wn(self, version: str = "") -> None:
            """Needs a file that Debian leaves out, and serves other languages."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # there are no other languages
        return Reader(str(place), None)


def by_nltk(text: Text, wordnet: Any) -> Scores:
    """NLTK's metric is that of 2005: its numbers are others."""
    from nltk.translate.meteor_score import meteor_score

    pairs = zip(text.hypotheses, text.references, strict=True)
    return [
        meteor_score([ref.split()], line.split(), wordnet=wordnet)
        for line, ref in pairs
    ]


def timed(work: Callable[[], Scores]) -> tuple[float, Scores]:
    start = time.perf_counter()
    scores = work()
    return time.perf_counter() - start, scores


def race(
    name: str,
    sides: tuple[Callable[[], Scores], Callable[[], Scores]],
    rounds: int,
    *,
    start_up: float = 0.0,
    target: float | None = None,
    equal: bool = True,
) -> dict[str, Any]:
    times = []
    for _ in range(rounds):
        (mine, here), (other, there) = timed(sides[0]), timed(sides[1])
        if equal:
            np.testing.assert_allclose(here, there, rtol=0, atol=1e-15)
        times.append((mine, other - start_up))
    mine, other = np.array(times).T
    ratio = median(other / mine)
    result = {
        "name": name,
        "segments": len(here),
        "ours_per_second": round(len(here) / mine.min()),
        "peer_per_second": round(len(here) / other.min()),
        "ratio": round(ratio, 1),
        "lowest": round(min(other / mine), 1),
        "highest": round(max(other / mine), 1),
        "start_up": round(start_up, 2),
        "target": target,
        "met": None if target is None else bool(ratio >= target),
        "equal": equal,
    }
    print(
        f"{name:44} {ratio:7.1f} x  {result['ours_per_second']:,} and "
        f"{result['peer_per_second']:,} a second",
        flush=True,
    )
    return result


def races(jar: Path, texts: list[Text], rounds: int) -> Iterator[dict[str, Any]]:
    everything, system = joined(texts), texts[0]
    one = system.first(1)
    modules = " ".join(SHIPPED)
    shipped = tarjih.Meteor()
    for label, metric, options, target in (
        (f"{modules}, our lists", shipped, ["-m", modules], 20),
        (f"{modules}, its lists", tarjih.Meteor(data=jar, modules=SHIPPED),
         ["-m", modules], None),
        ("all modules, its lists", tarjih.Meteor(data=jar), [], None),
    ):  # fmt: skip
        asked = ["-l", "en", "-norm", *options]
        ours(metric, one)
        start_up = min(timed(lambda o=asked: by_jar(jar, one, o))[0] for _ in "123")
        yield race(
            f"jar, one run: {label}",
            (
                lambda m=metric: ours(m, everything),
                lambda o=asked: by_jar(jar, everything, o),
            ),
            rounds,
            start_up=start_up,
            target=target,
            equal=metric is not shipped,
        )
    metric = tarjih.Meteor(data=jar, modules=SHIPPED)
    start_up = min(timed(lambda: by_pipe(jar, one))[0] for _ in "123")
    yield race(
        f"jar, by pipe: {modules}, its lists",
        (lambda: ours(metric, system), lambda: by_pipe(jar, system)),
        rounds,
        start_up=start_up,
    )
    if WORDNET.exists():
        with TemporaryDirectory() as folder:
            wordnet = nltk_wordnet(Path(folder))
            yield race(
                "NLTK (the metric of 2005)",
                (
                    lambda: ours(shipped, system),
                    lambda: by_nltk(system, wordnet),
                ),
                rounds,
                equal=False,
            )
    yield race(
        "two threads against one",
        (lambda: ours(shipped, everything, 2), lambda: ours(shipped, everything)),
        rounds,
    )


def compiling(jar: Path) -> dict[str, Any]:
    """Seconds and memory that the first reading of the English paraphrases takes."""
    table = jar.parent / "data/paraphrase-en.gz"
    with TemporaryDirectory() as cache:
        command = [sys.executable, "-c", COMPILE, table]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        run = subprocess.run(
            command, env={"TARJIH_CACHE": cache}, capture_output=True, check=True
        )
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        size = sum(path.stat().st_size for path in Path(cache).iterdir())
    assert peak > before  # noqa: S101  else it is another child's
    found = {
        "seconds": round(float(run.stdout), 1),
        "peak_mb": round(peak / 1024),
        "compiled_mb": round(size / 1e6, 1),
    }
    print(found, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=default_data())
    parser.add_argument("--jar", type=Path)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each side")
    given = parser.parse_args()
    if given.jar is None and find_spec("pycocoevalcap") is None:
        print("METEOR is not measured: pip install pycocoevalcap, or --jar")
        return
    if shutil.which("java") is None:
        print("METEOR is not measured: its program needs Java")
        return
    jar = find_jar(given.jar)
    compiled = compiling(jar)  # the first child, whose memory is asked for
    texts = read_systems(given.data)
    about = circumstances(("tarjih", "numpy", "nltk")) | {
        "text": NAME,
        "systems": len(texts),
        "rounds": given.rounds,
        "compiling": compiled,
    }
    save("meteor", about | {"races": list(races(jar, texts, given.rounds))})


if __name__ == "__main__":
    main()
