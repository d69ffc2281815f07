"""Compiles each game's rules, rules of thumb, search and nets into one WebAssembly module, ``rules.wasm`` beside the rules.

``python -m modules [GAME]...`` writes the modules; it needs a checkout and Numba. Everything else only reads them:
``tischlein.engine.backends.wasm`` in this process, and the loader in browsers and Node. ``rules_entrances``, ``bot_entrances`` and
``many_games`` say what a module exports, ``compile`` translates it with Numba, ``memory`` gives it variables and views of its memory, and
``link`` puts the object code together.
"""
