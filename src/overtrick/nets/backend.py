"""What the networks of this process run on: NumPy, or JAX on the processor or on a GPU."""

import os
import re

from overtrick.core import BridgeError

NUMPY, JAX = "numpy", "jax"
BACKENDS = NUMPY, JAX
_FORM = re.compile(r"(?P<name>numpy|jax)(?:@(?P<kind>cpu|gpu)(?::(?P<number>\d{1,3}))?)?")
_used = NUMPY


def use_backend(text: str) -> None:
    """Let networks that are loaded from now on run on `numpy`, `jax`, or `jax@DEVICE`: `cpu`, `gpu:0`, `gpu:1`, …"""
    global _used
    match = _FORM.fullmatch(text)
    if match is None or (match["name"] == NUMPY and match["kind"] == "gpu"):
        raise BridgeError(f"expected the backend numpy or jax, or jax@cpu, jax@gpu:0 …, got {text!r}")
    if match["name"] == JAX and match["kind"]:
        _use_device(match["kind"], int(match["number"] or 0))
    _used = text


def used_backend() -> str:
    """The backend as it was chosen: numpy unless another was."""
    return _used


def is_jax(backend: str) -> bool:
    """Whether networks run on JAX with this backend."""
    match = _FORM.fullmatch(backend)
    if match is None:
        raise BridgeError(f"expected the backend numpy or jax, got {backend!r}")
    return match["name"] == JAX


def _use_device(kind: str, number: int) -> None:
    """Make a device the one that JAX computes on in this process."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # several processes may share a GPU
    from overtrick.nets.parameters import jax

    try:
        devices = jax.devices(kind)
    except RuntimeError:  # there are none of that kind
        devices = []
    if number >= len(devices):
        there = ", ".join(f"{device.platform}:{place}" for place, device in enumerate(jax.devices()))
        raise BridgeError(f"expected a device that JAX finds here ({there}), got {kind}:{number}")
    jax.config.update("jax_default_device", devices[number])  # type: ignore[no-untyped-call]
