"""How long `import overtrick` takes in a fresh interpreter, beside the interpreter alone."""

import subprocess
import sys
import time


def seconds(code: str, repeats: int = 9) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    bare, with_overtrick = seconds("pass"), seconds("import overtrick")
    print(f"python alone {bare:.3f} s, import overtrick {with_overtrick:.3f} s (at most 0.3)")


if __name__ == "__main__":
    main()
