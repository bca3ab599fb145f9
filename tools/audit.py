"""Known vulnerabilities of the locked versions: `make audit`.

pip-audit, which pip installs into a temporary environment, asks the package registry about every version of
requirements/dev.lock. Ends with 1 when there are findings; where nothing could be asked, it says so and ends with 0.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from tools.requirements import ROOT, lock_file


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        installed = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "pip-audit"], stderr=subprocess.PIPE, text=True, check=False
        )
        if installed.returncode:
            return report(None, _last_line(installed.stderr))
        options = ["--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json"]
        audited = subprocess.run(
            [python, "-m", "pip_audit", f"--requirement={lock_file('dev')}", *options],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
    try:
        return report(json.loads(audited.stdout)["dependencies"])
    except ValueError:
        return report(None, _last_line(audited.stderr))


def report(dependencies: list[dict[str, Any]] | None, reason: str = "the registry has no such data") -> int:
    """Print what pip-audit found; the exit code."""
    asked = [each for each in dependencies or () if "vulns" in each]
    findings = [(each, finding) for each in asked for finding in each["vulns"]]
    for each, finding in findings:
        mended = ", ".join(finding.get("fix_versions", ())) or "no version yet"
        print(f"{each['name']} {each['version']}: {finding['id']}, mended in {mended}")
    if not asked:
        print(f"vulnerabilities: not checked, the service could not be asked ({reason})")
        return 0
    skipped = len(dependencies or ()) - len(asked)
    print(f"vulnerabilities: {len(findings)} in {len(asked)} packages; {skipped} could not be asked about")
    return 1 if findings else 0


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]


if __name__ == "__main__":
    sys.exit(main())
