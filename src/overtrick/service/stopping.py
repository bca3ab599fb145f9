"""How servers and workers stop: at the first signal in good order within ten seconds, at the second at once."""

import os
import signal
import threading
from typing import Any

STOP_SECONDS = 9.5
"""Time to finish or give back what is under way; then the process ends, whatever still waits."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopSignal:
    """Waits for SIGTERM or Ctrl-C. To be made in the main thread."""

    def __init__(self) -> None:
        self._arrived = threading.Event()
        self._number = 0

    def catch(self) -> None:
        """Catch the signals from now on."""
        for number in SIGNALS:
            signal.signal(number, self.receive)

    def receive(self, number: int, frame: Any = None) -> None:
        """The first signal; what the next one does is left to the system, which ends the process."""
        for each in SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        self._number = number
        timer = threading.Timer(STOP_SECONDS, os._exit, [130 if number == signal.SIGINT else 0])
        timer.daemon = True
        timer.start()
        self._arrived.set()

    def wait(self, seconds: float) -> bool:
        """Whether a signal has come within some seconds."""
        return self._arrived.wait(seconds)

    def end(self) -> None:
        """Go on as a command that was ended so: after Ctrl-C with KeyboardInterrupt."""
        if self._number == signal.SIGINT:
            raise KeyboardInterrupt
