"""How fast the lexical metrics are, next to sacreBLEU, NLTK and rapidfuzz.

Both sides run in this process, one after the other, on the same lists of strings; every
round takes the next system of WMT12. The numbers must agree, or the benchmark fails.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ours
import peers
from race import Case, race
from record import circumstances, save
from sacrebleu.metrics import BLEU, CHRF, TER
from wmt12 import NAME, Text, default_data, joined, read_systems

import tarjih

PACKAGES = ("tarjih", "numpy", "sacrebleu", "nltk", "rapidfuzz")
TER_SEGMENTS = 600  # sacreBLEU's TER needs seconds for these


def cases(folder: Path) -> Iterator[Case]:
    """Every task that somebody else does as well; files are written to the folder."""
    yield from bleu_cases(folder)
    yield Case("chrF", "sacreBLEU", ours.corpus(tarjih.Chrf), peers.sacrebleu(CHRF), 20)
    yield Case(
        "chrF++",
        "sacreBLEU",
        ours.corpus(lambda: tarjih.Chrf(word_order=2)),
        peers.sacrebleu(lambda: CHRF(word_order=2)),
        20,
    )
    yield Case(
        "TER",
        "sacreBLEU",
        ours.corpus(tarjih.Ter),
        peers.sacrebleu(TER),
        100,
        select=lambda text: text.first(TER_SEGMENTS),
    )
    yield Case(
        "NIST",
        "NLTK",
        ours.corpus(tarjih.Nist),
        peers.nltk_nist,
        25,
        tolerance=1e-6,
        select=peers.without_zeros,
    )
    wer = ours.corpus(lambda: tarjih.Wer(tokenize="none"))
    yield Case("WER", "rapidfuzz", wer, peers.rapidfuzz_wer)


def bleu_cases(folder: Path) -> Iterator[Case]:
    """BLEU of corpora, sentences, files and resamples."""

    def on_disk(text: Text) -> tuple[str, str]:
        paths = folder / "system.txt", folder / "reference.txt"
        for path, lines in zip(paths, (text.hypotheses, text.references), strict=True):
            path.write_text(
                "".join(f"{line}\n" for line in lines), "utf-8", newline="\n"
            )
        return str(paths[0]), str(paths[1])

    bleu, theirs = ours.corpus(tarjih.Bleu), peers.sacrebleu(BLEU)
    unsmoothed = ours.corpus(lambda: tarjih.Bleu(smooth_method="none"))
    singly = peers.sacrebleu_one_by_one
    yield Case("BLEU", "sacreBLEU", bleu, theirs, 30)
    yield Case("sentence BLEU", "sacreBLEU", ours.sentences, singly, 30)
    yield Case("sentence BLEU, one call each", "sacreBLEU", ours.one_by_one, singly)
    yield Case(
        "BLEU from files",
        "sacreBLEU",
        ours.from_files,
        peers.sacrebleu_from_files,
        40,
        prepare=on_disk,
    )
    yield Case(
        f"BLEU, {ours.RESAMPLES:,} resamples",
        "sacreBLEU",
        ours.interval,
        peers.sacrebleu_interval,
        tolerance=1e-5,  # sacreBLEU resamples in single precision
    )
    yield Case(
        "BLEU, unsmoothed",
        "NLTK",
        unsmoothed,
        peers.nltk_bleu,
        select=peers.without_short_lines,
    )


def threaded_cases() -> Iterator[Case]:
    """Two threads against one, ours both."""
    for make in (tarjih.Bleu, tarjih.Chrf, tarjih.Ter):
        yield Case(
            f"{make().name}, two threads",
            "one thread",
            ours.corpus(make, threads=2),
            ours.corpus(make),
            1.8,
        )


def run(texts: list[Text], rounds: int) -> Iterator[dict[str, Any]]:
    """Race every case and say how it went."""
    with TemporaryDirectory() as folder:
        for case in cases(Path(folder)):
            yield said(race(case, texts, rounds))
    for case in threaded_cases():
        yield said(race(case, [joined(texts)], rounds))


def said(result: dict[str, Any]) -> dict[str, Any]:
    verdict = {None: "", True: "met", False: "MISSED"}[result["met"]]
    print(
        f"{result['name']:28} {result['ratio']:8.1f} x {result['peer']:10} "
        f"({result['lowest']:.1f} to {result['highest']:.1f}; "
        f"target {result['target']}) {verdict}",
        flush=True,
    )
    for row in result["profile"]:
        print(f"    {row['share']:6.1%} {row['calls']:8} {row['function']}")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=default_data())
    parser.add_argument("--rounds", type=int, default=15, help="runs of each side")
    parser.add_argument("--segments", type=int, help="use only the first segments")
    given = parser.parse_args()
    texts = [text.first(given.segments) for text in read_systems(given.data)]
    about = circumstances(PACKAGES) | {
        "text": NAME,
        "systems": len(texts),
        "rounds": given.rounds,
    }
    save("lexical", about | {"cases": list(run(texts, given.rounds))})


if __name__ == "__main__":
    main()
