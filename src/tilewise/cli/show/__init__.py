"""What commands print: tiles, tables, score sheets, violations, progress."""
