"""Servers, stores and rooms for tests, and the people who use them."""
