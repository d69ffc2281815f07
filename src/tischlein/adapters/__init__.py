"""The games in the words of other libraries, each in a module of its own; they need the extra "gym" or "openspiel", and RLCard "peers".

``tischlein.adapters.pettingzoo.env(...)`` and ``parallel_env(...)``, ``tischlein.adapters.gymnasium.env(...)`` and
``vector_env(...)``, ``tischlein.adapters.openspiel.load(...)``, ``tischlein.adapters.rlcard.env(...)``. Observations are made from concealed records and come with a
mask of the legal actions. A reward is a share of the win, at the end of a game.
"""
