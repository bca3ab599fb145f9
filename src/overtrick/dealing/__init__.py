"""Deals to order: the language of the dealer program, compiled to array code."""

from overtrick.dealing.actions import Action, Average, Axis, Frequency, Print
from overtrick.dealing.counts import PointCounts
from overtrick.dealing.expression_reader import Condition, Conjunct
from overtrick.dealing.generator import ImpossibleCondition, generate
from overtrick.dealing.reports import AverageReport, ConjunctReport, DealingReport, Dealt, FrequencyReport
from overtrick.dealing.script import Script
from overtrick.dealing.views import Solve

__all__ = [
    "Action",
    "Average",
    "AverageReport",
    "Axis",
    "Condition",
    "Conjunct",
    "ConjunctReport",
    "Dealt",
    "Frequency",
    "FrequencyReport",
    "ImpossibleCondition",
    "PointCounts",
    "Print",
    "DealingReport",
    "Script",
    "Solve",
    "generate",
]
