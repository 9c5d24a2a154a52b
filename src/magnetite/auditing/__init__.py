"""Put the pieces together: the only package that knows data, scorers, experiments, store and report at once."""
