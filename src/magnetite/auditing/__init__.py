"""Put the pieces together: the only package that knows data, scorers, experiments, store and report at once."""

from magnetite.auditing.audit import SHORTCUTS, audit, audit_as, order, order_request, prepare_as, score, shortcuts
from magnetite.auditing.calibrate import EITHER
from magnetite.auditing.check.reading import describe_exam, is_exam_file
from magnetite.auditing.check.run import check, check_as, check_settings, prepare_check
from magnetite.auditing.data import join, load_datasets, load_joined, parts_of
from magnetite.auditing.driver import costs
from magnetite.auditing.exchange.cells import RUNS as EXPORTED
from magnetite.auditing.exchange.cells import export_cells
from magnetite.auditing.exchange.convert import convert
from magnetite.auditing.exchange.scores import import_scores
from magnetite.auditing.magnets import magnets, prepare_magnets
from magnetite.auditing.panels import Cost
from magnetite.auditing.record import open_store, run_folder
from magnetite.auditing.training import train_system
from magnetite.auditing.transfer import transfer, transfer_costs
from magnetite.auditing.unanswerable.request import default_folder
from magnetite.auditing.unanswerable.run import unanswerable, unanswerable_plan
from magnetite.auditing.unreadable import prepare_unreadable, unreadable, unreadable_trace
from magnetite.formats.sources import data_path
from magnetite.request import (
    AuditSettings,
    SearchSettings,
    TrainingData,
    audit_settings,
    read_assignments,
    read_systems,
    split_names,
)

__all__ = [
    "EITHER",
    "EXPORTED",
    "SHORTCUTS",
    "AuditSettings",
    "Cost",
    "SearchSettings",
    "TrainingData",
    "audit",
    "audit_as",
    "audit_settings",
    "check",
    "check_as",
    "check_settings",
    "convert",
    "costs",
    "data_path",
    "default_folder",
    "describe_exam",
    "export_cells",
    "import_scores",
    "is_exam_file",
    "join",
    "load_datasets",
    "load_joined",
    "magnets",
    "open_store",
    "order",
    "order_request",
    "parts_of",
    "prepare_as",
    "prepare_check",
    "prepare_magnets",
    "prepare_unreadable",
    "read_assignments",
    "read_systems",
    "run_folder",
    "score",
    "shortcuts",
    "split_names",
    "train_system",
    "transfer",
    "transfer_costs",
    "unanswerable",
    "unanswerable_plan",
    "unreadable",
    "unreadable_trace",
]
