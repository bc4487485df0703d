"""`tarjih embed`: files of word embeddings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import click
import numpy as np

from tarjih.cli.embed_output import format_of, output_options, write_table
from tarjih.cli.embed_train import train
from tarjih.cli.meta import FORMATS
from tarjih.cli.printing import print_rows
from tarjih.cli.progress import reading
from tarjih.embeddings import SHIPPED, Embeddings, load
from tarjih.embeddings.coverage import Coverage, coverage
from tarjih.embeddings.fillers import filled
from tarjih.embeddings.intake import DUPLICATES, chosen
from tarjih.embeddings.nearest import Neighbors, analogy, neighbors
from tarjih.embeddings.own import check_content
from tarjih.embeddings.precision import PRECISIONS, stored_as
from tarjih.embeddings.product import product_quantised
from tarjih.errors import UsageError
from tarjih.report.tables import Table
from tarjih.stats.resampling import SEED
from tarjih.text.batch import Batch, Tokens
from tarjih.text.columns import open_column
from tarjih.text.reader import Value

_LINES = 10_000  # of a text that are counted at once


@click.group(short_help="Convert, train and look into word embeddings.")
def embed() -> None:
    """Convert, train and look into word embeddings.

    TABLE is a file of GloVe, word2vec, fastText (.vec), NumPy with its words beside it,
    winkNLP or our own safetensors, plain or packed; or `glove`, which is shipped.
    """


_table = click.argument("table", metavar="TABLE")
_encoding = click.option(
    "-e",
    "--encoding",
    default="utf-8",
    show_default=True,
    help="The encoding of the table.",
)
_duplicates = click.option(
    "--duplicates",
    type=click.Choice(DUPLICATES),
    default="refuse",
    show_default=True,
    help="Of a word that is there several times.",
)
_quiet = click.option("-q", "--quiet", is_flag=True, help="No progress.")
_count = click.option(
    "-n", "--count", type=click.IntRange(1), default=10, show_default=True
)
_form = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice([*FORMATS, "json"]),
    default="text",
    show_default=True,
)


def _sources(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (_quiet, _duplicates, _encoding, _table):
        command = option(command)
    return command


@embed.command(short_help="Write embeddings in another format, or smaller.")
@_sources
@output_options
@click.option(
    "--precision",
    type=click.Choice(PRECISIONS),
    help="Of the numbers in safetensors; as they are unless chosen. int8 has a scale "
    "for each row.",
)
@click.option(
    "--parts",
    type=click.IntRange(1),
    help="Quantise so many parts of each row to a byte each, by books of 256.",
)
@click.option("--words", type=click.IntRange(1), help="Keep so many, the first.")
@click.option(
    "--fill",
    is_flag=True,
    help="Add English tokens that are missing (a, 's, n't, digits) as means of others.",
)
@click.option("--seed", type=click.IntRange(0), default=SEED, show_default=True)
def convert(**options: Any) -> None:
    """Write embeddings in another format, or smaller."""
    form = format_of(options)
    smaller = options["precision"] or options["parts"]
    if smaller and form != "safetensors":
        raise UsageError(
            f"{form} holds float32; --precision and --parts need --to safetensors"
        )
    if options["precision"] and options["parts"]:
        raise UsageError("--parts is a precision of its own: leave out --precision")
    table = _load(options)
    if options["words"]:
        table = chosen(table, np.arange(min(options["words"], len(table))))
    if options["fill"]:
        table = filled(table)
    if options["precision"]:
        table = stored_as(table, options["precision"])
    if options["parts"]:
        table = product_quantised(table, options["parts"], options["seed"])
    write_table(options["output"], table, form)


@embed.command("neighbors", short_help="List the words nearest to a word.")
@_sources
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@_count
@_form
def neighbors_command(**options: Any) -> None:
    """List the words that are nearest to each WORD, by their cosines."""
    table = _load(options)
    _print_neighbors(
        {word: neighbors(table, word, options["count"]) for word in options["words"]},
        options["form"],
    )


@embed.command("analogy", short_help="Complete: A is to B as C is to ...")
@_sources
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.argument("c", metavar="C")
@_count
@_form
def analogy_command(**options: Any) -> None:
    """Complete: A is to B as C is to ..., as man is to king as woman is to queen."""
    a, b, c = options["a"], options["b"], options["c"]
    found = analogy(_load(options), a, b, c, options["count"])
    _print_neighbors({f"{a} : {b} = {c}": found}, options["form"])


@embed.command(short_help="Describe a table, and what it knows of texts.")
@_sources
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@click.option("-tok", "--tokenize", default="13a", show_default=True)
@click.option(
    "--lowercase",
    is_flag=True,
    help="Look every word up in lower case, not only those that are unknown.",
)
@_form
def stats(**options: Any) -> None:
    """Describe a table, and count what it knows of the tokens of texts.

    TEXT is a file that `tarjih score` reads.
    """
    table = replace(_load(options), lowercase=options["lowercase"])
    check_content(table, options["table"])
    if not options["texts"]:
        print_rows({table.name: _description(table)}, options["form"], head="table")
        return
    rows = {
        text: _covered(coverage(table, _tokens(text, options["tokenize"])))
        for text in options["texts"]
    }
    print_rows(rows, options["form"], head="text")


def _load(options: dict[str, Any]) -> Embeddings:
    path = options["table"]
    with reading(path, quiet=options["quiet"] or path == SHIPPED) as report:
        return load(
            path,
            encoding=options["encoding"],
            duplicates=options["duplicates"],
            report=report,
        )


def _tokens(text: str, tokenizer: str) -> Iterator[Tokens]:
    lines = chain.from_iterable(map(_lines_of, open_column(text)))
    while some := list(islice(lines, _LINES)):
        yield Batch.of_lines(some).tokens(tokenizer)


def _lines_of(value: Value) -> list[str]:
    """The texts of a segment, which may be missing or several."""
    values = value if isinstance(value, tuple) else (value,)
    return [text for text in values if text is not None]


def _print_neighbors(found: Mapping[str, Neighbors], form: str) -> None:
    if form == "json":
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    rows = [
        [word, near, f"{cosine:.3f}"]
        for word, neighbors in found.items()
        for near, cosine in neighbors
    ]
    click.echo(FORMATS[form](Table(["word", "near", "cosine"], rows)))


def _description(table: Embeddings) -> dict[str, object]:
    size = sum(array.nbytes for array in table.arrays().values())
    return {
        "words": len(table),
        "dimensions": table.dim,
        "precision": table.precision,
        "bytes": size,
        "sha256": table.checksum,
    }


def _covered(found: Coverage) -> dict[str, object]:
    return {
        "tokens": found.tokens,
        "known": round(100 * found.share, 2),
        "types": found.types,
        "known types": round(100 * found.known_types / max(found.types, 1), 2),
        "unknown": " ".join(word for word, _ in found.unknown[:8]),
    }


embed.add_command(train)
