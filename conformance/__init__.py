"""The rulebooks as data, and a runner that holds any implementation against them (see README.md)."""
