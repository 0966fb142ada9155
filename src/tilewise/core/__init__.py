"""The game: values, rules, deal, engine, view and record. Pure: no clock, no randomness, no I/O."""
