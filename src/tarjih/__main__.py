"""`python -m tarjih`."""

from tarjih.cli import main

main()
