"""How many tricks a deal yields, estimated by networks."""
