"""The plug-in by which verifiers finds Aliquot's tasks; see `aliquot.evals.harnesses.verifiers`."""

from aliquot.evals.harnesses.verifiers import AliquotEnv, AliquotTaskset

__all__ = ["AliquotEnv", "AliquotTaskset"]
