"""The hot loops: compiled when a compiler was found, plain Python otherwise.

Every kernel is a pure function over NumPy arrays and exists twice with one signature:
`name.cpp` is fast, `name.py` is the readable specification. Set TARJIH_KERNELS=plain
to use the second.
"""

from __future__ import annotations

import os

if os.environ.get("TARJIH_KERNELS") == "plain":
    NATIVE = False
else:
    try:
        from tarjih.kernels import _native
    except ImportError:
        NATIVE = False
    else:
        NATIVE = True
