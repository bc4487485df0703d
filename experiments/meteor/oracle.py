"""The same taus by METEOR 1.5's jar and plain loops: expected.json.

    python -m experiments.meteor.oracle

Nothing of tarjih is used.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.oracles.jar import find_jar, scores
from experiments.experiment import arguments, read_config, save
from experiments.tau_rules.oracle import read_rank, tau

HERE = Path(__file__).parent
MODULES = {"jar-words": ["-m", "exact stem synonym"], "jar": []}


def main() -> None:
    options = arguments(__doc__, "--jar")
    jar, config = find_jar(options.jar), read_config(HERE)
    sets = {}
    for name, chosen in config["sets"].items():
        found: dict[str, dict[str, float]] = {metric: {} for metric in MODULES}
        for lp in chosen["pairs"]:
            rank = options.data / "judgments" / chosen["judgments"].format(lp=lp)
            judged, pairs = read_rank(rank)
            for metric, modules in MODULES.items():
                texts = zip(*judged, strict=True)
                segments, _ = scores(jar, *texts, "-l", "en", "-norm", *modules)
                found[metric][lp] = tau(segments, pairs, config["rule"])
        for taus in found.values():
            taus["mean"] = sum(taus.values()) / len(taus)
        sets[name] = {"tau": found}
    save(HERE, {"sets": sets}, "expected", [])


if __name__ == "__main__":
    main()
