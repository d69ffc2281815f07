"""Learning to play: nets that lean on rules of thumb and get better by playing ``medium`` and one another; needs torch.

``inputs`` says what a net is told, ``rooms`` plays, ``model`` is the net, ``collect`` writes games down, ``learn`` improves the net,
``evaluate`` measures it, ``shrink`` makes the small file that bots read, and ``course`` puts all of it in order.
"""
