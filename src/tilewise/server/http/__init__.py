"""The HTTP API: one file for each resource."""
