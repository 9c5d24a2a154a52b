"""Train systems and write down how."""
