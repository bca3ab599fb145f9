"""A Redis server of a test's own, on a free port of this machine."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import redis


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class RedisServer:
    """`redis-server` with its append-only file in a folder; can be stopped and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.port, self._options = folder, free_port(), options
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_installed() -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; the first time at another port if somebody else was quicker."""
        while not self._is_started():
            assert not list(self.folder.iterdir()), f"port {self.port} is taken"
            self.port = free_port()

    def _is_started(self) -> bool:
        words = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        words += [
            "--save",
            "",
            "--appendonly",
            "yes",
            "--appendfsync",
            "everysec",
            "--loglevel",
            "warning",
            *self._options,
        ]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 150
        with redis.Redis(port=self.port) as client:
            while self._process.poll() is None:
                try:
                    return bool(client.info("server")["process_id"] == self._process.pid)
                except redis.RedisError:
                    assert time.monotonic() < until, "redis-server did not start"
                    time.sleep(0.05)
        return False

    def signal(self, number: int) -> None:
        """SIGSTOP stalls it, SIGCONT lets it go on."""
        assert self._process is not None
        self._process.send_signal(number)

    def command(self, *words: str) -> None:
        """Have it carry out a command."""
        with redis.Redis(port=self.port) as client:
            client.execute_command(*words)

    def stop(self) -> None:
        """End it as an operator would: it writes its file and goes."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGTERM)
            self._process.wait(150)
            self._process = None
