"""Put the pieces together: the only package that knows data, scorers, probes, store and report at once."""

from magnetite.auditing.audit import SHORTCUTS, audit, audit_as, audit_settings, prepare_as, shortcuts
from magnetite.auditing.calibrate import EITHER
from magnetite.auditing.joined import data_path, join, load_datasets, load_joined, parts_of
from magnetite.auditing.magnet_settings import MODES, MagnetSettings
from magnetite.auditing.magnets import magnet_costs, magnets
from magnetite.auditing.places import open_store, run_folder
from magnetite.auditing.run import Cost, costs
from magnetite.auditing.score import score
from magnetite.auditing.settings import AuditSettings, read_assignments, read_systems, split_names
from magnetite.auditing.training import TrainingData, train_system
from magnetite.auditing.transfer import transfer

__all__ = [
    "EITHER",
    "MODES",
    "SHORTCUTS",
    "AuditSettings",
    "Cost",
    "MagnetSettings",
    "TrainingData",
    "audit",
    "audit_as",
    "audit_settings",
    "costs",
    "data_path",
    "join",
    "load_datasets",
    "load_joined",
    "magnet_costs",
    "magnets",
    "open_store",
    "parts_of",
    "prepare_as",
    "read_assignments",
    "read_systems",
    "run_folder",
    "score",
    "shortcuts",
    "split_names",
    "train_system",
    "transfer",
]
