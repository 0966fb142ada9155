"""The command line: `tilewise COMMAND`, one file per command."""

from tilewise.cli.app import main

__all__ = ["main"]
