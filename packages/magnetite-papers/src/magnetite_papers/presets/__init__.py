"""The recipes of the papers, a TOML file each: `magnetite train --preset lin2021/roberta-base`."""
