"""How many questions a system gets right."""
