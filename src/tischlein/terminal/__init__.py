"""The table in a terminal.

``session`` knows what to show and what an input means, without any terminal; ``screen`` draws it; ``loop`` brings both together.
What is special about a game is in the modules that carry its name.
"""
