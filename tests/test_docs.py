"""What the documentation shows is what happens.

A ```python fence is run, all fences of a page in one namespace; the comment behind an
expression, or the comments below it, are its value. In a ```console fence the
lines after `$ tarjih ...` are what a terminal shows, `...` at the end stands for more;
of a ```sh fence each line is run that names bundled files, and the others parsed.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
import sacrebleu

import tarjih
from tarjih.cli import command_line, main

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PAGES = [
    path.relative_to(ROOT).as_posix()
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("docs/**/*.md"),
    )
]
FENCE = re.compile(r"^( *)```(\w+)(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)
VERSION = re.compile(r"tarjih-[0-9][\w.+]*")


@dataclass(frozen=True)
class Fence:
    """A block of code, and where it begins."""

    language: str
    title: str
    text: str
    line: int


def fences(page: str, *languages: str) -> Iterator[Fence]:
    text = (ROOT / page).read_text("utf-8")
    for found in FENCE.finditer(text):
        _, language, title, block = found.groups()
        line = text.count("\n", 0, found.start()) + 2
        if language in languages:
            yield Fence(language, title, dedent(block), line)


def having(*languages: str) -> list[str]:
    return [page for page in PAGES if any(fences(page, *languages))]


def same(shown: str, expected: str) -> bool:
    """Compare what is shown; a release changes nothing but the version."""
    shown, expected = (VERSION.sub("tarjih-X", text) for text in (shown, expected))
    if expected.endswith("\n..."):
        return shown.startswith(expected.removesuffix("..."))
    return shown == expected


# --- Python -------------------------------------------------------------------------


@pytest.mark.parametrize("page", having("python"))
def test_python(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    module = ModuleType("page")  # dataclasses look for the module of a class
    monkeypatch.setitem(sys.modules, "page", module)
    for fence in fences(page, "python"):
        run_block(fence, f"{page}:{fence.line}", vars(module))


def run_block(fence: Fence, place: str, namespace: dict[str, object]) -> None:
    body = ast.parse(fence.text).body
    said = comments(fence.text)
    for statement in body:
        shown = run_statement(statement, namespace).rstrip("\n")
        wanted = value_of(statement.end_lineno or 0, said, fence.text.split("\n"))
        if wanted and isinstance(statement, ast.Expr):
            assert agrees(shown, wanted), f"{place}: {shown!r}"


def value_of(end: int, said: dict[int, str], source: list[str]) -> str:
    """Return the comment behind an expression, or else the comments below it."""
    if end in said:
        return said[end]
    below = takewhile(lambda line: source[line - 1].startswith("#"), count(end + 1))
    return "\n".join(said[line] for line in below)


def run_statement(statement: ast.stmt, namespace: dict[str, object]) -> str:
    """Return what an interpreter would show."""
    output = io.StringIO()
    with redirect_stdout(output):
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "<page>", "exec"), namespace)
            return ""
        code = compile(ast.Expression(statement.value), "<page>", "eval")
        value = eval(code, namespace)
    return output.getvalue() if value is None else repr(value)


def agrees(shown: str, expected: str) -> bool:
    """Compare; a number with the digits that the page has."""
    if re.fullmatch(r"-?\d+\.\d+", expected):
        digits = len(expected.partition(".")[2])
        return f"{float(shown):.{digits}f}" == expected
    return same(shown, expected)


def comments(source: str) -> dict[int, str]:
    """Return the comments by line."""
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.removeprefix("#").removeprefix(" ")
        for token in found
        if token.type == tokenize.COMMENT
    }


# --- the command line ---------------------------------------------------------------


class Terminal(io.StringIO):
    """A standard output that people read."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("page", having("console"))
def test_console(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for fence in fences(page, "console"):
        status = 0
        for block in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
            command, _, expected = block.replace("\\\n", "").partition("\n")
            if command == "echo $?":
                shown = f"{status}\n"
            else:
                status, shown = run_command(command, monkeypatch)
            place = f"{page}:{fence.line}: {command}"
            assert same(shown.rstrip("\n"), expected.rstrip("\n")), f"{place}\n{shown}"


@pytest.mark.parametrize("page", having("sh"))
def test_shell(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for fence in fences(page, "sh"):
        for command in fence.text.replace("\\\n", "").splitlines():
            if "examples/" in command:
                status, shown = run_command(command, monkeypatch)
                assert status == 0, f"{page}:{fence.line}: {command}\n{shown}"
            elif command.startswith("tarjih "):
                parse(shlex.split(command, comments=True)[1:])


def run_command(command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Run `tarjih ...` or `cat FILE | tarjih ...` as a terminal would show it."""
    words = shlex.split(command, comments=True)
    if words[0] == "cat":
        data = Path(words[1]).read_bytes()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        words = words[3:]
    assert words[0] == "tarjih", command
    output, errors = Terminal(), io.StringIO()
    with (
        redirect_stdout(output),
        redirect_stderr(errors),
        pytest.raises(SystemExit) as end,
    ):
        main(words[1:])
    return int(end.value.code or 0), output.getvalue() + errors.getvalue()


def parse(arguments: list[str]) -> None:
    """Refuse an option that does not exist."""
    with command_line.make_context("tarjih", list(arguments)) as context:
        command = command_line.get_command(context, arguments[0])
        assert command is not None
        with command.make_context(arguments[0], arguments[1:], parent=context):
            pass


# --- the example, the worked metric, the reference ----------------------------------


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text("utf-8").split("\n")[:-1]


def test_example_is_one() -> None:
    """The table of the example holds what its files hold."""
    header, *rows = [line.split("\t") for line in lines("example.tsv")]
    for name, column in list(zip(header, zip(*rows, strict=True), strict=True))[2:]:
        assert list(column) == lines(f"{name}.en.txt")


@pytest.mark.parametrize("system", ["good", "fair", "poor"])
def test_demo_has_the_numbers_of_sacrebleu(system: str) -> None:
    shown = re.search(
        rf"^examples/{system}\.en\.txt +([\d.]+) +([\d.]+) +([\d.]+)$",
        (ROOT / "README.md").read_text("utf-8"),
        re.MULTILINE,
    )
    metrics = sacrebleu.BLEU(), sacrebleu.CHRF(), sacrebleu.TER()
    texts, references = lines(f"{system}.en.txt"), [lines("ref.en.txt")]
    scores = [metric.corpus_score(texts, references).score for metric in metrics]
    assert shown is not None
    assert [f"{score:.1f}" for score in scores] == list(shown.groups())


def test_worked_metric_is_found(tmp_path: Path) -> None:
    """The package of CONTRIBUTING.md, laid out as pip would install it."""
    module = next(fences("CONTRIBUTING.md", "python"))
    project = next(fences("CONTRIBUTING.md", "toml"))
    group, entry = project.text.split("\n\n")[-1].split("\n", 1)
    (tmp_path / "unigram_f1.py").write_text(module.text, "utf-8")
    installed = tmp_path / "tarjih_unigram_f1-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: tarjih-unigram-f1\nVersion: 1.0\n"
    )
    points = group.removeprefix("[project.entry-points.").replace('"', "")
    (installed / "entry_points.txt").write_text(f"[{points}\n{entry}".replace('"', ""))
    files = ["ref.en.txt", "-i", "good.en.txt", "poor.en.txt"]
    done = subprocess.run(
        [sys.executable, "-m", "tarjih", "score", *files, "-m", "unigram-f1", "-b"],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    good, poor = map(float, done.stdout.split())
    assert 100 > good > poor > 0


def test_reference_has_every_public_name() -> None:
    page = (ROOT / "docs/reference/python.md").read_text("utf-8")
    stubs = re.findall(r"^::: tarjih\.(\w+)$", page, re.MULTILINE)
    assert sorted(stubs) == [name for name in tarjih.__all__ if name[0] != "_"]
