"""Measurements from a checkout: ``python -m bench rules|peers|vector|wasm|bots|server|crash``, each with ``--json``."""
