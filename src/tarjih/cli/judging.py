"""The options that name human judgments, and their loading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tarjih.errors import DataError, UsageError
from tarjih.judgments import Judgments, concatenate, read_judgments
from tarjih.judgments.intake import Unfit

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = [
    click.option(
        "-l",
        "--language-pair",
        "pairs",
        multiple=True,
        metavar="LP",
        help="Only this language pair, as cs-en; may be repeated.",
    ),
    click.option(
        "--texts",
        metavar="DIR",
        help="Where outputs and references are; beside the judgments unless given.",
    ),
    click.option(
        "-e",
        "--encoding",
        default="utf-8",
        show_default=True,
        help="The encoding of the judgments.",
    ),
    click.option(
        "--gap",
        type=click.FloatRange(0),
        default=0.0,
        show_default=True,
        help="Scores nearer than this are no judgment; WMT's daRR: 25.",
    ),
    click.option(
        "--skip-bad",
        is_flag=True,
        help="Leave out judgments that cannot be used, and count them.",
    ),
]


def judgment_options(command: F) -> F:
    """Give a command the options of judgments."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def load(options: dict[str, Any]) -> list[Judgments]:
    """Read all files; what was skipped is reported on standard error.

    Files of the same test set and language pair are joined.
    """
    tables: list[Judgments] = []
    for number, spec in enumerate(options["judgments"]):
        if spec in options["judgments"][:number]:
            raise UsageError(f"{spec!r} is given twice")
        table = _read(spec, options)
        for line in table.skipped.lines():
            click.echo(f"tarjih: {line}", err=True)
        if options["pairs"]:
            table = table.select(table.pair.equals(*options["pairs"]))
        if len(table):
            tables.append(table)
    if not tables:
        raise DataError(f"no judgments of {', '.join(options['pairs'])}")
    keys = [{*table.keys().names} for table in tables]
    apart = len(set().union(*keys)) == sum(map(len, keys))
    return tables if apart else [concatenate(tables)]


def _read(spec: str, options: dict[str, Any]) -> Judgments:
    chosen = {"texts": options["texts"]} if options["texts"] else {}
    if options["skip_bad"]:
        chosen["skip_bad"] = True
    try:
        return read_judgments(spec, encoding=options["encoding"], **chosen)
    except DataError as error:
        if isinstance(error.__cause__, Unfit):
            problem = f"{error}; --skip-bad leaves such judgments out"
            raise DataError(problem) from error
        raise
