"""Un-answerable training (Si et al. 2019): what is learned from text that nobody could read."""
