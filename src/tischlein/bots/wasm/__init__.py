"""A game's whole WebAssembly module: its rules, rules of thumb, search, nets and many games at once.

``build`` compiles modules, which needs Numba; they come with the games. ``runtime`` calls them in this process, ``info`` and
``package`` are for JavaScript.
"""
