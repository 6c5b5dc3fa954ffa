"""The `lettrix` command."""
