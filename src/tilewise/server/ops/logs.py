"""Logging: one JSON object per line on stderr, for the server and its libraries."""

import logging
import sys

import structlog
from structlog.processors import ExceptionRenderer, JSONRenderer, TimeStamper, add_log_level
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

COMMON: tuple[Processor, ...] = (
    add_log_level,
    TimeStamper(fmt="iso"),
    ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),  # locals may hold racks, tokens and passwords
)


def set_up_logs() -> None:
    """Send all logs to stderr. Never log racks, secrets or addresses."""
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=COMMON, processors=[ProcessorFormatter.remove_processors_meta, JSONRenderer()]
        )
    )
    logging.basicConfig(handlers=[libraries], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[*COMMON, JSONRenderer()], logger_factory=structlog.WriteLoggerFactory(file=sys.stderr)
    )
