"""The networks of "Artificial Neural Network Architecture for Solving the Double Dummy Bridge Problem" (2013)."""
