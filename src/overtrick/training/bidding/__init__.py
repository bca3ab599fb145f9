"""The bidding network: auctions in, training runs, artifacts and reports out."""
