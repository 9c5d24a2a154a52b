"""Systems: what answers for which view, found by name, in folders, or among what Magnetite brings."""
