from __future__ import annotations

from tarjih.report.tables import Table, to_latex, to_markdown, to_text, to_tsv

TABLE = Table(
    ["System", "BLEU"], [["a|b_c & 100%", "9.5"], ["نظام\t中文", "12.25"], ["", ""]]
)


def test_text() -> None:
    """Numbers to the right; wide characters take two columns, combining ones none."""
    table = Table(["S", "N"], [["ab", "1"], ["中e\u0301", "-22.5"]])
    assert to_text(table).split("\n") == [
        "S        N",
        "───  ─────",
        "ab       1",
        "中e\u0301  -22.5",
    ]


def test_tsv() -> None:
    assert to_tsv(TABLE).split("\n")[2] == "نظام 中文\t12.25"


def test_markdown() -> None:
    assert to_markdown(TABLE).split("\n") == [
        "| System | BLEU |",
        "| --- | ---: |",
        r"| a\|b_c & 100% | 9.5 |",
        "| نظام 中文 | 12.25 |",
        "|  |  |",
    ]


def test_latex() -> None:
    lines = to_latex(TABLE).split("\n")
    assert lines[:4] == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"System & BLEU \\",
        r"\midrule",
    ]
    assert lines[4] == r"a\textbar{}b\_c \& 100\% & 9.5 \\"
    assert lines[-2:] == [r"\bottomrule", r"\end{tabular}"]


def test_no_rows() -> None:
    table = Table(["a", "b"], [])
    assert to_markdown(table) == "| a | b |\n| --- | --- |"
    assert to_latex(table).startswith(r"\begin{tabular}{ll}")
    assert to_text(table) == "a  b\n─  ─"
