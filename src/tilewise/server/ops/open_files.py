"""The number of files, and so of connections, that the system lets this process open."""

import sys


def raise_file_limit(wanted: int) -> int:
    """Raise the soft limit of open files towards `wanted`; return how many files may be open then."""
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(soft, most)
