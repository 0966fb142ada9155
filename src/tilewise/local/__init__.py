"""Matches on this machine: deal, play and record them without a server."""
