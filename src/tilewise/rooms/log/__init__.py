"""Facts derived from the event log of a room: records, statistics, ranking, summaries."""
