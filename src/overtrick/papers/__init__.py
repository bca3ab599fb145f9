"""The four published systems, each with its reproduction."""
