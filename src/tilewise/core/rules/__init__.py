"""The rulebook, a chapter to a file; the listing of this folder is the booklet's contents page."""
