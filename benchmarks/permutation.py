"""The permutation tests of ten metrics against plain NumPy, and tau over many pairs.

The plain side is written as the papers describe the test: for every two metrics and
every draw, swap the scores, correlate both, and count. It runs a share of the draws and
is scaled up.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from record import circumstances, megabytes_of, save

from tarjih.kernels.arrays import F64, I64
from tarjih.stats.agreement_tests import (
    grouped_pearson,
    pair_agreement,
    pooled_pearson,
    system_accuracy,
    system_agreement,
)
from tarjih.stats.permutation import Statistic, draw_bits, permutation_test
from tarjih.stats.tau import ACCURACY, count_pairs, tau

METRICS, SYSTEMS, SEGMENTS, DRAWS = 10, 15, 1200, 1000
PAIRS = 363_000
