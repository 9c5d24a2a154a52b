"""Data and scores that go out and come in: converted datasets, exported cells, imported scores."""
