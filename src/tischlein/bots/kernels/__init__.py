"""Code on top of any game's rules, in their dialect: each backend compiles it together with one game."""

from tischlein.bots.kernels import evaluation, exponential, guide, net, net_playouts, search
from tischlein.engine.rules import drive

# What bots and the coach call.
GENERIC = (drive, guide, exponential, search, net, net_playouts, evaluation)
