"""Work that runs in other processes: bots, hints, reviews and live curves, the solver."""
