"""Where `tarjih embed` writes a table, and in which format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tarjih.embeddings import Embeddings
from tarjih.embeddings.stream import bare
from tarjih.embeddings.writing import WRITERS, write

F = TypeVar("F", bound=Callable[..., Any])

_ENDINGS = {
    ".npy": "numpy",
    ".bin": "word2vec-binary",
    ".vec": "word2vec",
    ".txt": "glove",
}


def output_options(command: F) -> F:
    """Give a command the options -o and --to."""
    to = click.option(
        "--to",
        type=click.Choice([*WRITERS]),
        help="The format; by the ending of PATH unless chosen, else safetensors.",
    )
    output = click.option("-o", "--output", required=True, metavar="PATH")
    return output(to(command))


def format_of(options: dict[str, Any]) -> str:
    """The format that was chosen, or that the name of the output says."""
    name = bare(options["output"])
    by_name = (form for ending, form in _ENDINGS.items() if name.endswith(ending))
    return str(options["to"] or next(by_name, "safetensors"))


def write_table(path: str, table: Embeddings, form: str) -> None:
    """Write a table, and say so."""
    write(path, table, form)
    click.echo(f"tarjih: wrote {len(table):,} words to {path}", err=True)
