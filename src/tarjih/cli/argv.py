"""sacreBLEU's spelling of options, which click does not know by itself.

`-tok 13a` is `--tokenize 13a`, and `-m bleu chrf` or `-i a.txt b.txt` take every word
up to the next option.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from tarjih.metrics import METRICS

SPELLINGS = {
    "-nr": "--num-refs",
    "-sl": "--sentence-level",
    "-sv": "--smooth-value",
    "-tok": "--tokenize",
    "-lc": "--lowercase",
    "-cc": "--chrf-char-order",
    "-cw": "--chrf-word-order",
    "-ci": "--confidence",
    "-cin": "--confidence-n",
    "-sh": "--short",
    "-nc": "--no-color",
    "-i": "--input",
    "-m": "--metrics",
}
SEVERAL = {"--input", "--metrics", "--on"}


class SacrebleuCommand(click.Command):
    """A command whose options may be written as sacreBLEU's."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Rewrite the arguments before click reads them."""
        try:
            return super().parse_args(ctx, list(rewrite(args)))
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


def rewrite(args: list[str]) -> Iterator[str]:
    """Spell options click's way, and repeat those that take several words."""
    taking = ""  # the option that takes the words which follow
    for i, arg in enumerate(args):
        if arg == "--":
            yield from args[i:]
            return
        if is_option(arg):
            name, equals, value = arg.partition("=")
            name = SPELLINGS.get(name, name)
            taking = "" if equals else name
            yield f"{name}{equals}{value}"
        elif taking in SEVERAL and not is_option(args[i - 1]) and belongs(taking, arg):
            yield from (taking, arg)
        else:
            if not is_option(args[i - 1]):
                taking = ""
            yield arg


def is_option(word: str) -> bool:
    """Whether a word is an option; `-` alone is standard input."""
    return word.startswith("-") and word != "-"


def belongs(option: str, word: str) -> bool:
    """Whether one more word is the option's: a reference may follow the metrics."""
    if option != "--metrics" or word.lower() in METRICS.built_in:
        return True
    return word != "-" and "::" not in word and not Path(word).exists()
