"""Texts of translations: the files they come from, in every form people keep them."""

from tarjih.text.columns import Column, open_column
from tarjih.text.reader import Value
from tarjih.text.tabbed import read_tabbed
from tarjih.text.testset import TestSet, open_test_set

__all__ = ["Column", "TestSet", "Value", "open_column", "open_test_set", "read_tabbed"]
