"""Reinforcement learning environments: PettingZoo for all seats, Gymnasium for one. See docs/research.md.

They need the extra `tilewise[research]`. The rules decide which actions are legal, and observations come only from
the agent's `View`. Importing this package registers `tilewise/Steps-v0`, `tilewise/Candidates-v0` and
`tilewise/Batch-v0` with gymnasium.
"""

try:
    import gymnasium

    from tilewise.lab.envs.batch import BatchEnv
    from tilewise.lab.envs.candidates import CandidatesEnv
    from tilewise.lab.envs.solo import SoloEnv, solo_candidates, solo_steps
    from tilewise.lab.envs.steps import StepsEnv
except ModuleNotFoundError as error:
    error.add_note("The environments need: pip install 'tilewise[research]'")
    raise

__all__ = ["BatchEnv", "CandidatesEnv", "SoloEnv", "StepsEnv"]

gymnasium.register("tilewise/Steps-v0", entry_point=solo_steps)
gymnasium.register("tilewise/Candidates-v0", entry_point=solo_candidates)
gymnasium.register("tilewise/Batch-v0", vector_entry_point="tilewise.lab.envs.batch:BatchEnv")
