"""How much longer things may take here than on a quiet machine, for limits of tests that bound time from above: as support/busy.h."""

import os


def busy_factor():
    """Processes that want to run, to each processor; at least 1."""
    return max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
