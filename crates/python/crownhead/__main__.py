"""`python -m crownhead`: the command line of Crownhead, without a window."""

import signal
import sys

from ._native import main

if __name__ == "__main__":
    # Some commands handle Ctrl+C themselves. Ctrl+C must end all others.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
