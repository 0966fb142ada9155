"""The line-by-line client: a prompt, its commands and the draft they change."""
