"""Un-readable attacks (Si et al. 2019): what they do, what their harm correlates with, one question step by step."""
