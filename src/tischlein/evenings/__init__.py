"""The duplicate evening: all tables play the same deals, and each person is compared with the others who had the same cards.

Nothing here reads a clock, a file or a socket: ``evening`` says what may happen in which order, ``movement`` who sits where, and
``scoring`` who played how well.
"""
