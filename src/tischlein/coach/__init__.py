"""The coach: what each action would have brought, judged by what the player could know; and which part of a result was luck.

``judge`` measures, ``analysis`` looks at one decision, ``review`` at a whole game, ``sentences`` puts it in words. docs/coach.md explains the numbers.
"""
