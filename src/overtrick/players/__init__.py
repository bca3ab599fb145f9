"""Who makes a call: a system, a network, a player who simulates."""
