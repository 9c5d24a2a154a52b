"""Put the pieces together: the only package that knows data, scorers, probes, store and report at once."""
