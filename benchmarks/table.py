"""The results of the benchmarks as the tables of docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from record import load

SHOWN = 6  # functions of each profile


def speed() -> str:
    """Us and the peers, segments a second and how many times as fast."""
    rows = [
        [
            case["name"],
            case["peer"],
            f"{case['segments']:,}",
            f"{case['ours_per_second']:,}",
            f"{case['peer_per_second']:,}",
            f"{case['ratio']:,.1f} ({case['lowest']:,.1f} to {case['highest']:,.1f})",
            against(case["target"], "≥ {:g}", case["met"]),
            f"{case['tolerance']:g}",
        ]
        for case in load("lexical")["cases"]
    ]
    names = ["task", "peer", "segments", "ours, a second", "peer's, a second"]
    return markdown([*names, "times as fast", "target", "equal to"], rows, left=2)


def profiles() -> str:
    """Where our time goes in the tasks that miss their target; often nothing."""
    parts = []
    for case in load("lexical")["cases"]:
        if case["profile"]:
            rows = [
                [f"`{row['function']}`", f"{row['calls']:,}", f"{row['share']:.1%}"]
                for row in case["profile"][:SHOWN]
            ]
            table = markdown(["function", "calls", "of the time"], rows)
            parts.append(f"\n{case['name']} against {case['peer']}:\n{table}")
    return "".join(parts).replace("\n\n\n", "\n\n") or "\nEvery target is met.\n\n"


def alignment() -> str:
    """The metrics that align words, us and NumPy, and MAS from strings."""
    found = load("alignment")
    strings = found["mas_from_strings"]
    rows = [
        [
            case["name"],
            case["peer"],
            f"{case['ours_per_second']:,}",
            f"{case['peer_per_second']:,}",
            f"{case['ratio']:,.1f} ({case['lowest']:,.1f} to {case['highest']:,.1f})",
            against(case["target"], "≥ {:g}", case["met"]),
        ]
        for case in found["cases"]
    ]
    names = ["task", "peer", "ours, a second", "peer's, a second"]
    return (
        f"MAS from strings: {strings['median']:,} segments a second, the median of "
        f"{found['rounds']} rounds; target "
        f"{against(strings['target'], '≥ {:,}', strings['met'])}.\n"
        + markdown([*names, "times as fast", "target"], rows, left=2)
    )


def permutation() -> str:
    """The permutation tests of many metrics, us and plain NumPy."""
    rows = [
        [
            test["name"],
            f"{test['seconds']:.3f}",
            f"{test['plain_seconds']:,.1f}",
            f"{test['times']:,.1f}",
            against(test["target"], "≥ {:g}", test["met"]),
        ]
        for test in load("permutation")["tests"]
    ]
    names = ["test", "ours, seconds", "plain NumPy, seconds", "times as fast", "target"]
    return markdown(names, rows)


def meta_evaluation() -> str:
    """The sizes of the permutation benchmark, and the time of tau."""
    found = load("permutation")
    pairs = found["tau"]
    return (
        f"{found['metrics']} metrics, {found['systems']} systems, "
        f"{found['segments']:,} segments, {found['draws']:,} draws; plain NumPy ran "
        f"{found['plain_draws']} of them. Peak memory {found['peak_mb']} MB. "
        f"Tau over {pairs['pairs']:,} pairs: {pairs['ms']} ms, plain NumPy "
        f"{pairs['plain_ms']} ms.\n\n"
    )


def size() -> str:
    """The space that a core installation takes."""
    found = load("footprint")["size"]
    target = found["target_mb"]
    rows = [
        [
            "whole environment",
            f"{found['environment_mb']} MB",
            against(target, "< {:g} MB", found["met"]),
        ],
        [
            "without pip and setuptools",
            f"{found['without_installers_mb']} MB",
            against(target, "< {:g} MB", found["met_without_installers"]),
        ],
    ]
    rows += [[f"`{name}`", f"{mb} MB", ""] for name, mb in found["largest_mb"].items()]
    return markdown(["part", "on disk", "target"], rows)


def start() -> str:
    """How long the command line takes to start."""
    found = load("footprint")["start"]
    rows = [
        ["`tarjih --version`", f"{found['version_ms']} ms", ""],
        ["`python -c 'import numpy'`", f"{found['numpy_ms']} ms", ""],
        [
            "the first minus the second",
            f"{found['more_ms']} ms",
            against(found["target_ms"], "< {:g} ms", found["met"]),
        ],
    ]
    return markdown(["command", f"median of {found['runs']}", "target"], rows)


def memory() -> str:
    """The peak of `tarjih score` on long files."""
    found = load("footprint")["memory"]
    rows = [
        [
            f"{run['threads']}",
            f"{found['pairs']:,}",
            f"{found['file_mb']:,.0f} MB",
            f"{run['seconds']:,.0f} s",
            f"{run['peak_mb']} MB",
            against(found["target_mb"], "< {:g} MB", run["met"]),
        ]
        for run in found["runs"]
    ]
    names = ["threads", "segment pairs", "files", "time", "peak memory", "target"]
    return markdown(names, rows, left=0)


def circumstances(name: str) -> str:
    """When, where and with what a benchmark ran, in one sentence."""
    found = load(name)
    machine, versions = found["machine"], found["versions"]
    packages = ", ".join(f"{package} {number}" for package, number in versions.items())
    text = f"Text: {found['text']}." if "text" in found else "Numbers: drawn at random."
    return (
        f"\nMeasured on {found['date'][:10]}: {machine['cpu']}, "
        f"{machine['cores']} cores, {machine['system']}, load {machine['load']} "
        f"at the start; Python {machine['python']}, {packages}. "
        f"{text}\n"
    )


def rounds() -> str:
    """How often each side ran."""
    found = load("lexical")
    return f"{found['rounds']} rounds, {found['systems']} systems.\n"


def against(target: float | None, form: str, met: bool | None) -> str:
    """A target and whether it is met; nothing where there is none."""
    if target is None:
        return ""
    return f"{form.format(target)}, {'met' if met else '**missed**'}"


def markdown(names: Sequence[str], rows: Iterable[Sequence[Any]], left: int = 1) -> str:
    """A table; the columns after the first `left` are numbers."""
    rules = ["---" if i < left else "---:" for i in range(len(names))]
    lines = ["| " + " | ".join(row) + " |" for row in (names, rules, *rows)]
    return "\n" + "\n".join(lines) + "\n\n"


def meteor() -> str:
    """METEOR beside its Java program and NLTK."""
    rows = [
        [
            race["name"],
            f"{race['segments']:,}",
            f"{race['ours_per_second']:,}",
            f"{race['peer_per_second']:,}",
            f"{race['ratio']:.1f} ({race['lowest']:.1f} to {race['highest']:.1f})",
            against(race["target"], "≥ {:g}", race["met"]),
            "yes" if race["equal"] else "no",
        ]
        for race in load("meteor")["races"]
    ]
    names = ["peer", "segments", "ours, a second", "peer's, a second", "times as fast"]
    return markdown([*names, "target", "equal"], rows)


def compiling() -> str:
    """What the first reading of METEOR's English paraphrases costs."""
    found = load("meteor")["compiling"]
    return (
        f"\nThe English paraphrases, 5.3 million pairs, are compiled once: in "
        f"{found['seconds']:.0f} s, with a peak of {found['peak_mb']} MB, to "
        f"{found['compiled_mb']:.0f} MB.\n\n"
    )


def meteor_exact() -> str:
    """How many scores differ from those of METEOR's program."""
    rows = [
        [
            language,
            label,
            f"{found['segments']:,}",
            f"{found['differ']:,}",
            f"{found['gap']:.1e}" if found["differ"] else "0",
            f"{found['in_rows']:,}",
        ]
        for language, by_modules in load("meteor_exact").items()
        for label, found in by_modules.items()
    ]
    names = ["target", "modules", "segments", "scores that differ", "by at most"]
    return markdown([*names, "statistics that differ"], rows, left=2)
