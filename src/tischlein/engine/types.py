"""Types that many parts share. Where one of them says `Any`, the reason stands beside it."""

from collections.abc import Callable, Mapping
from typing import Any

# A game's record. Each game has a class for it, and its rules take that class; what takes the records of all games has no type
# that Python could check. Generic code reads only `seats` and `actor`.
State = Any
# Records, or rows of numbers, in the memory of a compiled backend. NumPy, Numba and CUDA each have a type of their own for them.
Array = Any
# A compiled function. Numba finds the types of its arguments when it is called.
Kernel = Callable[..., Any]
# Functions of the rules, by name or by the function that they were made from, as a backend has compiled them.
Compiled = dict[Any, Any]

# What a module, a function or an object holds, by name: functions, numbers, tables.
Namespace = dict[str, Any]
AnyNamespace = Mapping[str, Any]

# Ready for JSON. Beside the keys of all games each game has its own, which `games/<id>/face` declares.
View = dict[str, Any]
Event = dict[str, Any]
Hint = dict[str, Any]
Count = dict[str, Any]
Position = dict[str, Any]
# What reads them takes any mapping: a game's own typed dicts too.
AnyView = Mapping[str, Any]
AnyEvent = Mapping[str, Any]
AnyHint = Mapping[str, Any]

# The value of an option: a bool, a number or a name. Who asks for an option knows which; a union could not be calculated with.
OptionValue = Any
Options = Mapping[str, OptionValue]

# JSON objects whose keys are known only where they are read.
Json = dict[str, Any]
AnyJson = Mapping[str, Any]
# Decoded JSON of any kind: an object, a list, a number, a text. Who has asked knows which.
JsonValue = Any
# A module whose functions and numbers are asked for by name, as rules, rules of thumb and lab modules are.
Module = Any
# An object of Numba or LLVM, which come without types; and of other libraries without types, which need not be installed.
Numba = Any
Untyped = Any

# What a sentence is about: parts of views, events and hints. Templates ask for them by name, and take whatever is there.
Value = Any
# What a file of texts has under a key: a template, or a list of templates with conditions.
Text = Any
