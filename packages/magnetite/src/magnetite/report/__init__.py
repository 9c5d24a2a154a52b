"""Findings in the terminal, as figures, and as one HTML file. Computes nothing, loads no model."""

from magnetite.report.drawing import save_figure
from magnetite.report.files import write_run
from magnetite.report.html import html_report
from magnetite.report.looks import figures
from magnetite.report.terminal import terminal_finding, terminal_report

__all__ = ["figures", "html_report", "save_figure", "terminal_finding", "terminal_report", "write_run"]
