"""The table for people: an ASGI application over an event log, with typed messages. docs/protocol.md, docs/operations.md"""
