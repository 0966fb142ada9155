"""Reinforcement learning environments: PettingZoo for all seats, Gymnasium for one. See docs/research.md.

They need the extra `tilewise[research]`. The core decides which actions are legal, and observations come only from
the agent's `View`.
"""

from tilewise.lab.envs.candidates import CandidatesEnv
from tilewise.lab.envs.solo import SoloEnv
from tilewise.lab.envs.steps import StepsEnv

__all__ = ["CandidatesEnv", "SoloEnv", "StepsEnv"]
