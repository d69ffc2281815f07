"""The project's own Python, rewritten so that MicroPython runs it in the page; docs/decisions/0022-offline.md says why."""
