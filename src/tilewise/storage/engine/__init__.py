"""Database access: connections, group commits, shielding from cancellation, migrations."""
