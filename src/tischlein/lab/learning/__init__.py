"""Learning to play: nets that begin by copying ``medium`` and then get better by playing one another; needs torch.

``inputs`` says what a net is told, ``rooms`` plays, ``model`` is the net, ``collect`` writes games down, ``learn`` improves the net,
``evaluate`` measures it, ``shrink`` makes the small file that bots read, and ``course`` puts all of it in order.
"""
