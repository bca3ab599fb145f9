"""A small bidding program of someone else, as a process: opens 1NT with 12 points or more, and may misbehave.

Run as `python program.py MODE`; it needs nothing of Overtrick.
"""

import json
import sys
import time
from typing import Any


def bid(asked: dict[str, Any]) -> str:
    """1NT on 12 points while nobody has bid, else pass."""
    points = sum(4 - "AKQJ".index(card) for card in asked["hand"] if card in "AKQJ")
    return "1N" if points >= 12 and not asked["auction"].replace("P", "").strip() else "P"


def main(mode: str) -> None:
    """Answer line by line; after 300 answers the mode shows."""
    print(f"hello from {mode}", file=sys.stderr, flush=True)
    held: list[str] = []
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        answer: dict[str, Any] = {"id": asked["id"], "call": bid(asked), "meaning": {"text": "whatever"}}
        if mode == "no-id":
            del answer["id"]
        if number >= 300:
            if mode == "dies":
                sys.exit("out of cards")
            if mode == "hangs":
                time.sleep(1000)
            answer = {"refuses": {"id": asked["id"], "error": {"message": "no idea"}}}.get(mode, answer)
            answer["id"] = {"stranger": 10**9}.get(mode, answer.get("id"))
            answer["call"] = {"illegal": "XX", "strange": "8S", "number": 7}.get(mode, answer.get("call"))
        held.append("{]" if mode == "nonsense" and number >= 300 else json.dumps(answer))
        if mode == "backwards" and len(held) < 2 and bid_again(asked):
            continue
        print("\n".join(reversed(held)), flush=True)
        held.clear()


def bid_again(asked: dict[str, Any]) -> bool:
    """Whether to wait for another question before answering: all but the last of a batch of our test."""
    return bool(asked["id"] % 2 == 0)


if __name__ == "__main__":
    main(sys.argv[1])
