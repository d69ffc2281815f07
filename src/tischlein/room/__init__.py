"""One table with its people, as a plain object that server, page and tests host.

An event and a time go in, a step comes out. Nothing in here waits, stores, sends or looks at a clock.
"""
