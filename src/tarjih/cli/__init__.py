"""The command line. Each command is a module that parses, calls and prints."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from tarjih import __version__
from tarjih.errors import TarjihError, UnknownName, UsageError

COMMANDS = {
    "score": "tarjih.cli.score:score",
    "meta": "tarjih.cli.meta:meta",
    "tune": "tarjih.cli.tune:tune",
    "judgments": "tarjih.cli.judgments:judgments",
    "embed": "tarjih.cli.embed:embed",
    "metrics": "tarjih.cli.metrics:metrics",
    "doctor": "tarjih.cli.doctor:doctor",
}


class LazyGroup(click.Group):
    """Imports a command when it is called: the others cost nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Import a command by name."""
        if cmd_name not in COMMANDS:
            raise UnknownName("command", cmd_name, COMMANDS)
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; end quietly when the reader of its output has gone.

        `head` goes when it has seen enough. click would make that exit code 1, which
        here means bad data.
        """
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)
        return code


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="tarjih")
def command_line() -> None:
    """Judge machine translation.

    Results go to standard output, everything else to standard error. Exit codes: 0
    done, 1 something is wrong with the data, 2 something is wrong with the call.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; turn errors into one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # as all that we read and write
    try:
        code = command_line.main(arguments, prog_name="tarjih", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "tarjih"
        click.echo(f"tarjih: {error.format_message()} See {path} --help", err=True)
        sys.exit(2)
    except TarjihError as error:
        click.echo(f"tarjih: {error}", err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except (click.Abort, KeyboardInterrupt):
        click.echo("tarjih: interrupted", err=True)
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)
