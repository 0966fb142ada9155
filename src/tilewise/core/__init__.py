"""The game: values, rules, deal, engine, view and record. Pure: no clock, no dice, no I/O."""
