"""Finds a piece of Python wherever it stands and however it is laid out, and puts another in its place.

A module is read as ``ast.unparse`` writes it and compared token by token. So line breaks, comments, quotes, trailing commas and
parentheses that only group make no difference.
"""

import ast
import io
import keyword
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path

LAYOUT = {
    tokenize.NEWLINE,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.COMMENT,
    tokenize.ENDMARKER,
}
Place = tuple[int, int]  # where a piece begins and ends in a module's text


@dataclass(frozen=True)
class Token:
    """A token and its place in the text."""

    text: str
    start: int
    end: int
    groups: bool = False  # a parenthesis that is neither a call nor a parameter list


def tokens_of(text: str) -> list[Token]:
    """The tokens that mean something."""
    starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    found: list[Token] = []
    opened: list[bool] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in LAYOUT:
                continue
            word, groups = token.string, False
            if token.type == tokenize.STRING:
                word = ast.unparse(ast.parse(word, mode="eval"))
            elif tokenize.tok_name[token.type] in ("FSTRING_START", "FSTRING_END"):
                word = word.replace('"', "'")
            if word == "(":
                groups = not (found and ends_a_value(found[-1].text))
                opened.append(groups)
            elif word == ")" and opened:
                groups = opened.pop()
            (row, column), (last, end) = token.start, token.end
            found.append(Token(word, starts[row - 1] + column, starts[last - 1] + end, groups))
    except tokenize.TokenError:
        pass  # a piece may end within a bracket
    return found


def ends_a_value(word: str) -> bool:
    """Return True if a parenthesis after this word calls something."""
    return word[-1] in ")]}" or (word.isidentifier() and not keyword.iskeyword(word))


def balance(tokens: Sequence[Token]) -> tuple[int, int]:
    """How many parentheses are closed without being opened, and how many stay open."""
    closed = opened = 0
    for token in tokens:
        if token.text == "(":
            opened += 1
        elif token.text == ")" and opened:
            opened -= 1
        elif token.text == ")":
            closed += 1
    return closed, opened


@cache
def read_piece(piece: str) -> list[Token]:
    """The tokens of a piece of source; a comma at its end belongs to the layout."""
    lines = [line.strip() for line in piece.strip().splitlines()]
    return tokens_of("\n".join(lines).removesuffix(","))


class Module:
    """A module to look for pieces in; read only if a piece could stand in it."""

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def text(self) -> str:
        return ast.unparse(ast.parse(self.source)) + "\n"

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens_of(self.text)

    @cached_property
    def kept(self) -> list[int]:
        """Without what only groups: each token's number among all."""
        return [k for k, token in enumerate(self.tokens) if not token.groups]

    @cached_property
    def words(self) -> list[str]:
        return [self.tokens[k].text for k in self.kept]

    @cached_property
    def beginnings(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for k, word in enumerate(self.words):
            found.setdefault(word, []).append(k)
        return found

    @cached_property
    def scopes(self) -> dict[str, Place]:
        return scopes_of(self.text)

    def places(self, piece: str, scope: str | None = None) -> list[Place]:
        """Where a piece stands: anywhere, or in one function, class or constant."""
        tokens = read_piece(piece)
        wanted = [token.text for token in tokens if not token.groups]
        assert wanted, f"{piece!r} has nothing in it to look for"
        if not all(word in self.source for word in (*wanted, scope or "") if word.isidentifier()):
            return []
        low, high = (0, len(self.text)) if scope is None else self.scopes.get(scope, (0, 0))
        found = []
        for k in self.beginnings.get(wanted[0], []):
            if self.words[k : k + len(wanted)] == wanted:
                place = self.whole(self.kept[k], self.kept[k + len(wanted) - 1], balance(tokens))
                if place is not None and low <= place[0] and place[1] <= high:
                    found.append(place)
        return found

    def whole(self, first: int, last: int, wanted: tuple[int, int]) -> Place | None:
        """The place of these tokens with as many parentheses around them as the piece has; None if there are not as many."""
        closed, opened = balance(self.tokens[first : last + 1])
        before, after = max(closed - wanted[0], 0), max(opened - wanted[1], 0)
        around = self.tokens[first - before : first] + self.tokens[last + 1 : last + 1 + after]
        if not all(token.groups for token in around):
            return None
        return self.tokens[first - before].start, self.tokens[last + after].end

    def replaced(self, place: Place, piece: str) -> str:
        """The module with another piece at a place; nothing there leaves a statement or an item out."""
        before, after = self.text[: place[0]], self.text[place[1] :]
        lines = piece.rstrip().removesuffix(",").splitlines()
        if not lines and after.startswith(","):
            return before + after[1:]
        if not lines and before.rstrip().endswith(","):
            return before.rstrip()[:-1] + after
        first, *others = lines or ["pass"]
        # The other lines keep their distance from the first one.
        shift = margin(before.rpartition("\n")[2]) - margin(first)
        moved = [" " * (margin(line) + shift) + line.lstrip() for line in others]
        return before + "\n".join([first.lstrip(), *moved]) + after


def margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def scopes_of(text: str) -> dict[str, Place]:
    """Where each function, class and constant of a module stands."""
    starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    found = {}
    for node in ast.parse(text).body:
        assert node.end_lineno is not None
        for name in names_of(node):
            found[name] = (starts[node.lineno - 1], starts[node.end_lineno])
    return found


def names_of(node: ast.stmt) -> list[str]:
    """What a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)]


@cache
def modules_in(folder: Path) -> dict[Path, Module]:
    """All modules of a package; what its bots believe is not about the rules."""
    files = (path for path in sorted(folder.rglob("*.py")) if "bots" not in path.relative_to(folder).parts)
    return {path: Module(path.read_text(encoding="utf-8")) for path in files}


def only_place(folder: Path, piece: str, scope: str | None = None) -> tuple[Path, Place]:
    """The one place of a package that reads like this."""
    found = [
        (path, place) for path, module in modules_in(folder).items() for place in module.places(piece, scope)
    ]
    where = f"{folder.name}, {scope}" if scope else folder.name
    assert len(found) == 1, (
        f"{where}: {len(found)} places read {piece!r}, not one "
        f"({', '.join(sorted({path.name for path, _ in found})) or 'none'}); mend the mutant, or name the function with `in`"
    )
    return found[0]


def with_lie(folder: Path, find: str, replace: str, scope: str | None = None) -> tuple[Path, str]:
    """The file of a package in which a lie stands, and its source with it."""
    path, place = only_place(folder, find, scope)
    return path, modules_in(folder)[path].replaced(place, replace)
