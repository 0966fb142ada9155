"""The HTTP interface: one file for each thing that people ask for."""
