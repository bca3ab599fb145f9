"""Training the contract network: folds, the network and the forest, and how they compare with what was published."""
