"""`tarjih doctor`: what is installed, and what a bug report needs."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec

import click

from tarjih import __version__

CORE = ("numpy", "click", "rich", "safetensors")
EXTRAS = {"sacrebleu": "sacrebleu", "zstd": "zstandard", "embed": "gensim"}


@click.command(short_help="Describe the installation.")
def doctor() -> None:
    """Print versions, and whether the fast kernels are in use."""
    from tarjih.kernels import NATIVE

    click.echo(f"tarjih       {__version__}")
    click.echo(
        f"python       {platform.python_version()} ({platform.python_implementation()})"
    )
    click.echo(f"platform     {platform.platform()}")
    if NATIVE:
        click.echo("kernels      native (C++)")
    else:
        click.echo(f"kernels      plain Python: same numbers, slower; {_why_plain()}")
    for name in CORE:
        click.echo(f"{name:<13}{_version(name)}")
    for extra, name in EXTRAS.items():
        found = _version(name)
        hint = "" if found != "missing" else f" (pip install 'tarjih[{extra}]')"
        click.echo(f"{name:<13}{found}{hint}")


def _why_plain() -> str:
    if find_spec("tarjih.kernels._native"):
        return "TARJIH_KERNELS=plain is set"
    return (
        "no C++ compiler was found at installation. Install one and run: "
        f"pip install --force-reinstall {_installed_from()}"
    )


def _installed_from() -> str:
    """What pip was given: a folder (PEP 610), or the name."""
    try:
        origin = distribution("tarjih").read_text("direct_url.json")
    except PackageNotFoundError:
        origin = None
    found = json.loads(origin) if origin else {}
    if "dir_info" not in found:
        return "--no-binary tarjih tarjih"
    editable = "-e " if found["dir_info"].get("editable") else ""
    return f"{editable}{found['url']}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
