"""Step many games side by side, with observations and masks, on a CPU or a GPU."""
