"""Show findings: in the terminal, as figures, as one HTML file. Computes nothing, loads no model."""
