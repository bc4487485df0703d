"""Files that are written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from tarjih.errors import UsageError


def open_output(path: str | Path) -> IO[str]:
    """Open a file to write UTF-8 with plain line ends, and make its folders.

    `-` is standard output.
    """
    if f"{path}" == "-":
        sys.stdout.flush()
        own = os.dup(sys.stdout.fileno())  # which may be closed
        return os.fdopen(own, "w", encoding="utf-8", newline="")
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return Path(path).open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
