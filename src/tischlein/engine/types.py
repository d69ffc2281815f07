"""Types shared by many parts. Where a type is `Any`, a comment gives the reason."""

from collections.abc import Callable, Mapping
from typing import Any

# A game's record. Each game has its own class; code for all games has no type that Python could check, and reads only `seats` and
# `actor`.
State = Any
# Records or rows of numbers in the memory of a compiled backend; NumPy, Numba and CUDA each have their own type.
Array = Any
# A compiled function. Numba finds the types of its arguments when it is called.
Kernel = Callable[..., Any]
# Functions of the rules, by name or by the function that they were made from, as a backend has compiled them.
Compiled = dict[Any, Any]

# The contents of a module, a function or an object by name: functions, numbers, tables.
Namespace = dict[str, Any]
AnyNamespace = Mapping[str, Any]

# Ready for JSON. Besides the keys of all games each game has its own, declared in `games/<id>/face`.
View = dict[str, Any]
Event = dict[str, Any]
Hint = dict[str, Any]
Count = dict[str, Any]
Position = dict[str, Any]
# Readers take any mapping, also a game's own typed dicts.
AnyView = Mapping[str, Any]
AnyEvent = Mapping[str, Any]
AnyHint = Mapping[str, Any]

# The value of an option: a bool, a number or a name. The caller knows which; arithmetic does not work on a union.
OptionValue = Any
Options = Mapping[str, OptionValue]

# JSON objects whose keys are known only where they are read.
Json = dict[str, Any]
AnyJson = Mapping[str, Any]
# Decoded JSON of any kind: an object, a list, a number or a text; the caller knows which.
JsonValue = Any
# A module whose functions and numbers are read by name: rules, rules of thumb, lab modules.
Module = Any
# An object of Numba, LLVM or another library that has no types or need not be installed.
Numba = Any
Untyped = Any

# Values of a sentence: parts of views, events and hints, which templates read by name.
Value = Any
# A text in a file of texts: a template, or a list of templates with conditions.
Text = Any
