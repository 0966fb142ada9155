"""Environments for learning: PettingZoo's interface for all seats, gymnasium's for one. See docs/research.md.

Needs the extra `tilewise[research]`. Who may do what is decided by the core alone; what an agent observes comes from
its `View` alone.
"""

from tilewise.lab.envs.candidates import CandidatesEnv
from tilewise.lab.envs.solo import SoloEnv
from tilewise.lab.envs.steps import StepsEnv

__all__ = ["CandidatesEnv", "SoloEnv", "StepsEnv"]
