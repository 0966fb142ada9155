"""Run the command line: `python -m tilewise`."""

from tilewise.cli import main

if __name__ == "__main__":
    main()
