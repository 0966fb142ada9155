"""Data derived from the log of a room: records, statistics, ranking, summaries."""
