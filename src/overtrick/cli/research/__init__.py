"""The commands of research: papers, counts of strength, material to train on, training."""
