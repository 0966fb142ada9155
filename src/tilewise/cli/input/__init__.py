"""Read options, files and positions."""
