"""The same taus by sacreBLEU's sentence scores and plain loops: expected.json.

    python -m experiments.tau_rules.oracle

Nothing of tarjih is used. The files are read as their publishers describe them.
"""

from __future__ import annotations

import html
import lzma
import re
from pathlib import Path

from sacrebleu.metrics import BLEU, CHRF

from experiments.experiment import arguments, read_config, save

HERE = Path(__file__).parent
METRICS = {"bleu": BLEU(effective_order=True), "chrf": CHRF()}
# what a pair adds: the metric agrees, is tied, disagrees; None is not counted
RULES = {
    "wmt12": (1, -1, -1),
    "wmt13": (1, None, -1),
    "wmt14": (1, 0, -1),
    "xties": (1, 0, -1),  # there are no human ties in these files
}
SEGMENT = re.compile(r"<seg\b[^>]*>(.*?)</seg>", re.DOTALL | re.IGNORECASE)


def segments(path: Path) -> list[str]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        found = SEGMENT.findall(file.read())
    return [html.unescape(" ".join(segment.split())) for segment in found]


def read_rank(rank: Path) -> tuple[list[tuple[str, str]], list[tuple[int, int]]]:
    """What was judged, with its references, and which was better than which."""
    folder, lp = rank.parent, rank.stem
    reference = segments(folder / f"{lp}.ref.sgm.xz")
    outputs: dict[str, list[str]] = {}
    items: dict[tuple[str, int], int] = {}
    texts: list[tuple[str, str]] = []
    pairs: list[tuple[int, int]] = []
    for line in rank.read_text("utf-8").splitlines():
        number, _, better, _, worse = line.split("\t")
        place = int(number) - 1
        for system in (better, worse):
            if system not in outputs:
                outputs[system] = segments(folder / f"{lp}.{system}.sgm.xz")
            if (system, place) not in items:
                items[system, place] = len(texts)
                texts.append((outputs[system][place], reference[place]))
        pairs.append((items[better, place], items[worse, place]))
    return texts, pairs


def tau(scores: list[float], pairs: list[tuple[int, int]], rule: str) -> float:
    differences = [scores[better] - scores[worse] for better, worse in pairs]
    agree, tied, disagree = RULES[rule]
    added = [agree if d > 0 else disagree if d < 0 else tied for d in differences]
    counted = [value for value in added if value is not None]
    return sum(counted) / len(counted)


def taus(rank: Path) -> tuple[int, dict[str, dict[str, float]]]:
    texts, pairs = read_rank(rank)
    scores = {
        name: [metric.sentence_score(text, [ref]).score for text, ref in texts]
        for name, metric in METRICS.items()
    }
    return len(pairs), {
        rule: {name: tau(scores[name], pairs, rule) for name in METRICS}
        for rule in RULES
    }


def main() -> None:
    data = arguments(__doc__).data / "judgments"
    config = read_config(HERE)
    sets = {}
    for name, chosen in config["sets"].items():
        rows = {
            lp: taus(data / chosen["judgments"].format(lp=lp)) for lp in chosen["pairs"]
        }
        sets[name] = {
            "pairs": {lp: count for lp, (count, _) in rows.items()},
            "tau": {
                rule: {
                    metric: {
                        **{lp: found[rule][metric] for lp, (_, found) in rows.items()},
                        "mean": sum(f[rule][metric] for _, f in rows.values())
                        / len(rows),
                    }
                    for metric in METRICS
                }
                for rule in RULES
            },
        }
    save(HERE, {"sets": sets}, "expected", ["sacrebleu"])


if __name__ == "__main__":
    main()
