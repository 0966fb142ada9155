"""What commands read: options, files and positions."""
