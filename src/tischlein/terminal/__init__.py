"""The table in a terminal.

``host`` hosts the room of a person and bots; ``session`` knows what to show and what an input means, without any terminal; ``screen``
draws it; ``loop`` brings them together.
Every game is shown from its declaration, its words, its legal actions and its views. Where a game has a face of its own for the
terminal, its declaration names the module, and ``face`` takes from it what is there.
"""
