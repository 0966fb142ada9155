"""How statements reach a database: connections, group commits, shielding, migrations."""
