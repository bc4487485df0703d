"""Curves as a picture, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tarjih._extras import require
from tarjih.errors import DataError
from tarjih.tensors import replacing


def plot_curves(
    path: str,
    x: Sequence[float],
    curves: Mapping[str, Sequence[float]],
    *,
    x_label: str,
    y_label: str,
    marked: Mapping[str, float] | None = None,
) -> None:
    """Write curves by name as SVG; `marked` are places on the x axis.

    The same numbers make the same file.
    """
    matplotlib = require("matplotlib", extra="report", feature="a plot")
    figure_of = require("matplotlib.figure", extra="report", feature="a plot")
    with matplotlib.rc_context({"svg.hashsalt": "tarjih", "svg.fonttype": "none"}):
        figure = figure_of.Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        for name, values in curves.items():
            (line,) = axes.plot(x, values, label=name)
            if marked and name in marked:
                axes.axvline(marked[name], color=line.get_color(), linestyle=":")
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.legend()
        try:
            with replacing(path) as beside:
                figure.savefig(beside, format="svg", metadata={"Date": None})
        except OSError as error:
            problem = f"cannot be written: {error.strerror}"
            raise DataError(problem, path=path) from error
