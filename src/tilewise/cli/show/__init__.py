"""Print tiles, tables, score sheets, violations and progress."""
