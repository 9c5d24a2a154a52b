"""Put the pieces together: the only package that knows data, scorers, probes, store and report at once."""

from magnetite.auditing.audit import audit, audit_as, audit_settings, open_store, prepare_as, run_folder, score
from magnetite.auditing.run import Cost, costs, data_path, load_datasets
from magnetite.auditing.settings import AuditSettings, read_assignments, split_names

__all__ = [
    "AuditSettings",
    "Cost",
    "audit",
    "audit_as",
    "audit_settings",
    "costs",
    "data_path",
    "load_datasets",
    "open_store",
    "prepare_as",
    "read_assignments",
    "run_folder",
    "score",
    "split_names",
]
