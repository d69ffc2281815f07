"""The protocol is one: the page's types, the OpenAPI document, the texts and docs/protocol.md all say the same."""

import asyncio
import json
import re
import runpy
import tomllib
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis.strategies import sampled_from
from jsonschema import Draft202012Validator

from helpers.server.evenings import opened
from helpers.server.serving import Live, ask, play_on, set_table, sitting
from samples import SAMPLES, with_long
from scripts import protocol_types
from tischlein.games import GAMES
from tischlein.server.http.openapi import document
from tischlein.server.http.routes import ENDPOINTS
from tischlein.server.protocol import evenings, guests, people, rest, review, server, shared
from tischlein.server.protocol.client import ClientMessage
from tischlein.server.protocol.server import ServerMessage

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("server", "room")  # what a server says, and what a table says


def test_the_constants_of_the_page_are_up_to_date() -> None:
    """`make types` writes them; the types are written whenever the page is checked."""
    written = (ROOT / "web/src/protocol/constants.ts").read_text(encoding="utf-8")
    assert written == protocol_types.constants()


async def test_the_document_is_valid_and_served(live: Live) -> None:
    async def fetch() -> Any:
        return (await ask(live, "GET", "/api/openapi.json")).json()

    served = await fetch()
    assert served == json.loads(json.dumps(document()))
    for schema in served["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_document_asks_for_tokens_only_where_they_open_more() -> None:
    secured: set[str] = set()
    open_to_all: set[str] = set()
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            (secured if "security" in operation else open_to_all).add(f"{method} {path}")
            assert "security" in operation or "401" not in operation["responses"], path
    assert {"get /api/groups/{group}/season", "post /api/guest/forget"} <= secured
    assert {"get /api/games", "get /api/about", "get /api/games/{game}/texts/{lang}"} <= open_to_all


@pytest.fixture(scope="module")
def codes(live: Live) -> list[str]:
    """A table where nothing has begun, and one where the game is over; the coach does not get round to it, which takes seconds."""

    async def thinks(*_: Any) -> Any:
        await asyncio.Event().wait()

    live.registry.services.reviews._process.ask = thinks  # type: ignore[assignment, method-assign]

    async def both() -> list[str]:
        lobby = await set_table(live, seats=8)
        over = await set_table(live, bots=["random", "random"])
        async with sitting(live, over["code"]) as watching:
            await play_on(watching, Random(1))
        return [lobby["code"], over["code"]]

    return asyncio.run(both())


@pytest.fixture(scope="module")
def evening(live: Live) -> str:
    """An evening with one finished round."""

    async def played() -> str:
        evening = await opened(live, rounds=1, seats=2)
        for name in ("Ada", "Ben"):
            await evening.join(name)
        await evening.lead("start")
        await evening.lead("time")
        await evening.until(lambda info: info["state"] == "over")
        return evening.code

    return asyncio.run(played())


@pytest.fixture(scope="module")
def described() -> Any:
    """The document as Schemathesis reads it."""
    import schemathesis  # seconds, which no other process of the tests needs to spend

    return schemathesis.openapi.from_dict(json.loads(json.dumps(document())))


@pytest.mark.parametrize("name", sorted(ENDPOINTS))
def test_answers_fit_the_document(
    live: Live, codes: list[str], evening: str, described: Any, name: str
) -> None:
    """Schemathesis makes up requests from the document, good and bad ones; whatever comes back must be in it."""
    import schemathesis
    import schemathesis.specs.openapi.checks

    endpoint = ENDPOINTS[name]
    if endpoint.path.startswith("/api/evenings"):
        codes = [evening, evening]
    operation = described[endpoint.path][endpoint.method]
    strategies = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]
    checks = [
        schemathesis.checks.not_a_server_error,
        schemathesis.specs.openapi.checks.status_code_conformance,
        schemathesis.specs.openapi.checks.content_type_conformance,
        schemathesis.specs.openapi.checks.response_schema_conformance,
    ]

    @settings(max_examples=60 if SAMPLES.every_path else 5, phases=[Phase.generate])
    @given(strategies[0] | strategies[-1], sampled_from([None, *codes]))
    def ask(case: schemathesis.Case[Any], code: str | None) -> None:
        if code is not None and "code" in case.path_parameters:
            case.path_parameters["code"] = code  # else requests hardly ever get beyond "no such table"
        case.call_and_validate(base_url=live.url, checks=checks)

    ask()
    if "{code}" in endpoint.path and endpoint.method == "GET":
        for query in ({}, {"seat": 1}) if endpoint.name in ("replay", "review") else ({},):
            case = operation.Case(path_parameters={"code": codes[1], "number": "1"}, query=query)
            assert case.call_and_validate(base_url=live.url, checks=checks).status_code == 200
    if endpoint.method == "POST":
        foreign = {"origin": "https://elsewhere.example"}
        case = operation.Case(
            path_parameters={"code": codes[0], "game": "lobo77", "group": "ABCDEFGHJK"},
            body={},
            headers=foreign,
            media_type="application/json",
        )
        assert case.call_and_validate(base_url=live.url, checks=checks).status_code == 403


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("section", "union"),
    [("### From the client", ClientMessage), ("### From the server", ServerMessage)],
    ids=["client", "server"],
)
def test_every_message_is_in_the_docs_with_its_fields(page: str, section: str, union: Any) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", part(page, section), re.M))
    messages = {message.__struct_config__.tag: message for message in get_args(union)}
    assert set(rows) == set(messages)
    moment = set(server.Moment.__struct_fields__)
    for tag, message in messages.items():
        named = set(re.findall(r"`(\w+)`", rows[tag]))
        if tag == "welcome":
            assert "those of `news`" in rows[tag]
            named = (named - {"news"}) | moment
        assert named == set(message.__struct_fields__), tag


def test_every_body_is_in_the_docs_with_its_fields(page: str) -> None:
    rows = dict(re.findall(r"^\| ([A-Z]\w+)[^|]* \| (.*) \|$", part(page, "### What they carry"), re.M))
    structs = {
        name: cls
        for module in (shared, rest, guests, people, evenings, review)
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, shared.In | shared.Out) and cls.__struct_fields__
        if cls.__module__ == module.__name__
    }
    del structs["ErrorInfo"]  # in the row of the reply
    assert set(rows) == set(structs)
    for name, cls in structs.items():
        fields = re.findall(r"`(\w+)(=[^`]*)?`", rows[name])
        optional = {field for field, default in fields if default}
        assert set(cls.__struct_fields__) <= {field for field, _ in fields}, name
        required = {field.name for field in msgspec.structs.fields(cls) if field.required}
        assert optional == set(cls.__struct_fields__) - required, name
    inside = part(page, "### From the server")
    for cls in (server.ActionInfo, server.StandingInfo, server.ChatLine, server.UndoAsk):
        assert all(f"`{field}`" in inside for field in cls.__struct_fields__)


def test_every_code_is_in_the_docs_and_no_other(page: str) -> None:
    texts = said_in("en")
    listed = set(re.findall(r"`([a-z_]+)`", part(page, "## Codes"))) - {"refused", "goodbye", "id"}
    without_server = {"only_here"}
    assert listed == (set(texts["refused"]) | set(texts["goodbye"])) - without_server
    for reaction in shared.REACTIONS:
        assert f"`{reaction}`" in page


def test_every_request_is_in_the_docs(page: str) -> None:
    for path in document()["paths"]:
        assert f"`{path}`" in page, path


def part(page: str, title: str) -> str:
    """From a title to the next one of its rank or above."""
    rank = len(title) - len(title.lstrip("#"))
    return re.split(rf"^#{{1,{rank}}} ", page.split(f"{title}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def said_in(lang: str) -> dict[str, dict[str, str]]:
    """Everything that a server and its tables say in a language."""
    found: dict[str, dict[str, str]] = {}
    for package in PACKAGES:
        file = ROOT / f"src/tischlein/{package}/texts/{lang}.toml"
        for part, texts in tomllib.loads(file.read_text(encoding="utf-8")).items():
            assert not found.get(part, {}).keys() & texts.keys(), "said in one place"
            found.setdefault(part, {}).update(texts)
    return found


def test_both_languages_have_the_same_texts() -> None:
    de, en = said_in("de"), said_in("en")
    assert {part: set(de[part]) for part in de} == {part: set(en[part]) for part in en}
    for part in de:
        for key in de[part]:
            assert re.findall(r"{(\w+)}", de[part][key]) == re.findall(r"{(\w+)}", en[part][key]), key


def test_every_refusal_has_its_text() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (ROOT / f"src/tischlein/{package}").rglob("*.py")
    )
    evenings = (ROOT / "src/tischlein/evenings/evening.py").read_text(encoding="utf-8")
    said = set(re.findall(r'Refusal\(\s*"(\w+)"', sources)) | set(
        re.findall(r'EveningError\("(\w+)"', evenings)
    )
    said |= {
        "deal_closed",
        "deal_shared",
        "undo_refused",
        "unknown_action",
        "no_such_seat",
        "no_page",
        "no_method",
    }
    texts = said_in("en")
    assert said == set(texts["refused"])
    dismissed = set(re.findall(r'dismiss\((?:\S+ )?"(\w+)"', sources)) | {"kicked", "left"}
    assert dismissed == set(texts["goodbye"])


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))
def test_the_example_client_plays_a_game(live: Live, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples/client.py"))
    assert example["play"](live.url, game)
    assert "winners" in capsys.readouterr().out
    assert len((ROOT / "examples/client.py").read_text().splitlines()) < 75
