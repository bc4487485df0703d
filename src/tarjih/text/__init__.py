"""Texts of translations: where they come from, and how they become batches."""

from tarjih.text.columns import Column, open_column
from tarjih.text.reader import Value
from tarjih.text.tabbed import tabbed_column
from tarjih.text.testset import TestSet, open_test_set

__all__ = [
    "Column",
    "TestSet",
    "Value",
    "open_column",
    "open_test_set",
    "tabbed_column",
]
