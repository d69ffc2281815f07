"""Chores of an operator: check, back up and restore stored tables. Only a restore needs a stopped server."""
