"""Judge machine translation: the public names of tarjih."""

__version__ = "0.1.0.dev0"
