"""What operators start from: the page for a club is followed to the letter, and the files in deploy/ can be used as they are."""

import configparser
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import click
import pytest
import yaml

from bench.common.postgres import folder_of_programs
from helpers.server.postgres import USER, Postgres
from helpers.server.serving import PATIENCE, At, Live, Reached, join, play_on, serving, set_table, sitting
from tischlein.cli import app
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.serve import listen

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/operations.md").read_text(encoding="utf-8")


def understood(arguments: list[str]) -> None:
    """The command takes these arguments; nothing is run."""
    name, *rest = arguments
    found = app.get_command(click.Context(app), name)
    assert found is not None, name
    found.make_context(name, rest)


def sample(text: str) -> str:
    """With something in the place of every variable."""
    text = re.sub(r"\$\{PUBLIC_HOST[^}]*\}", "table.example.org", text)
    text = text.replace("${PUBLIC_URL}", "https://table.example.org").replace("%i", "8071")
    return text.replace("${TISCHLEIN_DATA}", "postgresql:///tischlein")


def test_the_unit_starts_a_server_of_this_version() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # systemd minds capitals
    unit.read(DEPLOY / "tischlein@.service")
    program, *arguments = shlex.split(sample(unit["Service"]["ExecStart"]))
    assert program.endswith("/bin/tischlein")
    understood(arguments)
    needed = set(re.findall(r"\$\{(\w+)\}", unit["Service"]["ExecStart"]))
    named = {
        line.partition("=")[0]
        for line in (DEPLOY / "tischlein.env").read_text().splitlines()
        if line[0] != "#"
    }
    assert needed == named
    assert unit["Service"]["EnvironmentFile"] == "/etc/tischlein.env"
    # The server compiles nothing, and needs no home and no cache folder.
    assert unit["Service"]["ProtectHome"] == "yes"
    assert unit["Service"]["ProtectSystem"] == "strict"


def containerfile() -> dict[str, list[str]]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            found.setdefault(word, []).append(rest.strip())
    return found


def test_the_container_starts_a_server_of_this_version() -> None:
    made = containerfile()
    (entry,) = made["ENTRYPOINT"]
    program, *arguments = yaml.safe_load(entry)
    assert program == "tischlein"
    understood(arguments)
    assert made["USER"] == ["tischlein"]
    assert f"EXPOSE {made['EXPOSE'][0]}" == f"EXPOSE {arguments[arguments.index('--port') + 1]}"
    extras = re.findall(r"\[(\w+)\]\"", " ".join(made["RUN"]))
    assert extras == ["postgres"]
    (check,) = re.findall(r"CMD (\[.*\])", made["HEALTHCHECK"][0])
    compile(yaml.safe_load(check)[2], "the health check", "exec")
    for source in re.findall(r"--(?:build-)?constraints (\S+)", " ".join(made["RUN"])):
        assert (ROOT / source).is_file()


def test_the_services_fit_together() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = composed["services"]
    table = services["table"]
    (network,) = composed["networks"]["default"]["ipam"]["config"]
    assert table["command"][table["command"].index("--trusted-proxy") + 1] == network["subnet"]
    assert (
        DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]
    ).resolve() == DEPLOY / "Containerfile"
    _, *arguments = yaml.safe_load(containerfile()["ENTRYPOINT"][0])
    understood([*arguments, *map(sample, table["command"])])
    assert "@database/tischlein" in table["command"][1]
    assert services["database"]["environment"]["POSTGRES_DB"] == "tischlein"
    assert table["deploy"]["replicas"] > 1
    for volume in services["proxy"]["volumes"]:
        source = volume.partition(":")[0]
        assert not source.startswith("./") or (DEPLOY / source).is_file()
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "dynamic a table 8077" in caddy
    assert caddy.count("{") == caddy.count("}")


def commands(page: str) -> list[str]:
    """The commands of a page, line by line."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_every_command_of_the_page_is_understood() -> None:
    """None is run here; the long run follows those for a club."""
    asked = [shlex.split(line, comments=True) for line in commands(PAGE)]
    ours = [arguments for program, *arguments in asked if program == "tischlein"]
    assert {"play", "serve", "check", "backup", "restore"} <= {name for name, *_ in ours}
    for arguments in ours:
        understood(arguments)


@pytest.mark.long
@pytest.mark.needs("postgresql")
async def test_the_page_for_a_club_is_followed_to_the_letter(postgres: Postgres, tmp_path: Path) -> None:
    """Every command of it, in its order; then people play through both servers, whose ports alone are others here."""
    with serving(tmp_path) as live:
        await finished_game(live)
    programs = folder_of_programs()
    assert programs is not None
    path = f"{Path(sys.executable).parent}:{programs}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PGHOST": str(postgres.folder), "PGUSER": USER}
    ports = {"8071": free(), "8072": free()}
    started: list[subprocess.Popen[str]] = []
    checked = 0
    try:
        for line in commands(PAGE.split("## For a club", 1)[1].split("\n## ", 1)[0]):
            for usual, other in ports.items():
                line = line.replace(usual, other)  # noqa: PLW2901 — the same command elsewhere
            if line.startswith("tischlein serve"):
                process = subprocess.Popen(
                    shlex.split(line), cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
                )
                started.append(process)
                continue
            if line.startswith("curl"):
                wait_for_the_table(started[checked])
                checked += 1
            subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment, check=True, timeout=60)
        assert checked == 2
        await together(*(At(int(port)) for port in ports.values()))
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.communicate(timeout=PATIENCE)
    assert (tmp_path / "club-monday.sqlite3").is_file()


def free() -> str:
    with listen(LOOPBACK, 0) as found:
        return str(found.getsockname()[1])


def wait_for_the_table(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert "The table is set" in process.stdout.readline()


async def finished_game(live: Live) -> None:
    made = await set_table(live, bots=["random", "random"])
    async with sitting(live, made["code"]) as watching:
        await play_on(watching, Random(1))


async def together(one: Reached, other: Reached) -> None:
    """Two people at one table, each through another server."""
    made = await set_table(one)
    joined = await join(other, made["code"], "Ben")
    async with sitting(one, made) as ada, sitting(other, made["code"], joined["token"]) as ben:
        await ada.say("start")
        for guest in (ada, ben):
            await guest.until("welcome")
        mover, other_one = (ada, ben) if ada.last["actions"] else (ben, ada)
        assert (await mover.play(mover.choices[0]))["type"] == "accepted"
        await other_one.until("news")


def test_the_container_gets_all_that_the_package_is_built_from() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    assert [name for name in kept if not (ROOT / name).exists()] == []
    build = "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in ("hatch_build.py", "scripts/page.py")
    )
    imported = {name for name in re.findall(r"from (\w+)\.", build) if (ROOT / name).is_dir()}
    assert imported
    assert imported | {"src", "web", "hatch_build.py", "pyproject.toml", "requirements.lock"} <= kept
