"""Work that runs in other processes: bots, hints and reviews, the solver."""
