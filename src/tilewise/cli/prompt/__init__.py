"""The line client: a prompt, its commands and the draft they edit."""
