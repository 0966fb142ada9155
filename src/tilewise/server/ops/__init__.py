"""Running a node: alarms, ratings, metrics, logs, the event loop and garbage collection."""
