"""Servers, browsers and bodies that both the tests of the service and the benchmarks use."""
