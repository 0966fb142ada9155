"""Check that this Python can set up the project, and say what to install if it cannot.

Every Python back to 2.7 must be able to read this file.
"""

import os
import sys
import sysconfig

DEBIAN = "On Debian and Ubuntu: apt install python3-venv python3-dev"


def can_import(name):
    """Tell whether a module exists. Debian packages some of the standard library separately."""
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def missing():
    """Return what this Python lacks, or an empty string."""
    if sys.version_info < (3, 11):
        return "Tilewise needs Python 3.11 or newer. To use another one: make run PYTHON=python3.13"
    if not can_import("venv") or not can_import("ensurepip"):
        return "It cannot create virtual environments. " + DEBIAN
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        return "It has no header files (Python.h), which the kernel needs. " + DEBIAN
    return ""


if missing():
    sys.exit("{0} is Python {1}.\n{2}".format(sys.executable, sys.version.split()[0], missing()))
