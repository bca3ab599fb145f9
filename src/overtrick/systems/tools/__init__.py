"""Tools for writers of systems: check, audit, explore, booklet, export."""
