"""How well the bots and the coach judge, where the best action is known or can be sampled."""
