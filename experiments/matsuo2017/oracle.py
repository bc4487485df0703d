"""The same taus by NumPy and SciPy, a pair of lines at a time: expected.json.

    python -m experiments.matsuo2017.oracle

Of tarjih only the file of vectors is used. Scores are rounded: two lines with the same
words in another order are equal, whatever the sums are rounded to.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from safetensors.numpy import load
from scipy.optimize import linear_sum_assignment

from experiments.experiment import arguments, read_config, save
from experiments.tau_rules.oracle import read_rank, tau

HERE = Path(__file__).parent
LOWS = {"AAS, 0.6": 0.6, "MAS, 0.2": 0.2, "HAS, 0.5": 0.5}
DIGITS = 9

Table = dict[str, np.ndarray]


def read_vectors() -> Table:
    data = files("tarjih.embeddings") / "data" / "glove.safetensors"
    found = load(data.read_bytes())
    packed, ends = found["words"].tobytes(), found["word_offsets"].tolist()
    vectors = found["vectors"].astype(np.float64) * found["scales"][:, np.newaxis]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    words = [packed[a:b].decode() for a, b in pairwise(ends)]
    return dict(zip(words, vectors, strict=True))


def cosines(one: list[str], two: list[str], table: Table) -> np.ndarray:
    none = np.zeros(100)
    rows = [np.array([table.get(word, none) for word in line]) for line in (one, two)]
    equal = np.array([[a == b for b in two] for a in one])
    return np.where(equal, 1.0, rows[0] @ rows[1].T)


def scores(one: list[str], two: list[str], table: Table) -> dict[str, float]:
    if not one or not two:
        return dict.fromkeys(LOWS, 0.0)
    found = cosines(one, two, table)
    cut = {name: np.where(found >= low, found, 0) for name, low in LOWS.items()}
    average, most, paired = cut.values()
    pairs = linear_sum_assignment(paired, maximize=True)
    return {
        "AAS, 0.6": average.mean(),
        "MAS, 0.2": (most.max(axis=1).mean() + most.max(axis=0).mean()) / 2,
        "HAS, 0.5": paired[pairs].sum() / min(len(one), len(two)),
    }


def taus(rank: Path, table: Table, rules: list[str]) -> dict[str, dict[str, float]]:
    texts, pairs = read_rank(rank)
    split = Tokenizer13a()
    lines = [[split(side.lower()).split() for side in text] for text in texts]
    found = [scores(*sides, table) for sides in lines]
    return {
        rule: {
            name: tau([round(one[name], DIGITS) for one in found], pairs, rule)
            for name in LOWS
        }
        for rule in rules
    }


def main() -> None:
    data = arguments(__doc__).data / "judgments"
    config, table = read_config(HERE), read_vectors()
    sets: dict[str, Any] = {}
    for name in ("wmt12", "wmt14"):
        chosen = config["sets"][name]
        sets[name] = {}
        for lp in chosen["pairs"]:
            rank = data / chosen["judgments"].format(lp=lp)
            for rule, by_metric in taus(rank, table, config["rules"]).items():
                for metric, value in by_metric.items():
                    of_rule = sets[name].setdefault(rule, {})
                    of_rule.setdefault(metric, {})[lp] = value
            print(name, lp, flush=True)
    save(HERE, {"sets": sets}, "expected", ["numpy", "scipy", "sacrebleu"])


if __name__ == "__main__":
    main()
