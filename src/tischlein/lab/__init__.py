"""Simulations, contests of bots, reports and vector environments, for people who study games."""
