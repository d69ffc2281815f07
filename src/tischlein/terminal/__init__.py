"""The table in a terminal.

``session`` knows what to show and what an input means, without any terminal; ``screen`` draws it; ``loop`` brings both together.
LOBO 77 has a picture and words of its own, in the modules that carry its
name; every other game is shown by ``plain``, from its legal actions, its events and its view.
"""
