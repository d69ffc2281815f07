"""The folder that `tischlein build wasm` writes: an npm package without dependencies, and all it says about itself is so."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tischlein
from helpers.node import find_node
from tischlein.bots.wasm.info import info
from tischlein.bots.wasm.package import MANIFEST, write_package
from tischlein.cli import app

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "wasm" / "random-game.mjs"
TYPESCRIPT = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("package") / "rules"
    write_package(out, tischlein.games(), tischlein.__version__)
    return out


def npm(*arguments: str, cwd: Path) -> None:
    node = Path(find_node())
    script = next(node.parents[1].rglob("npm/bin/npm-cli.js"))
    env = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    command = [str(node), str(script), *arguments, "--offline", "--no-audit", "--no-fund"]
    subprocess.run(command, cwd=cwd, env=env, check=True, capture_output=True)


def test_a_programmer_installs_it_from_the_folder_and_plays(folder: Path, tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 30
    (tmp_path / "package.json").write_text('{"private": true}')
    npm("install", str(folder), cwd=tmp_path)
    shutil.copy(EXAMPLE, tmp_path)
    said = [run_node(tmp_path / EXAMPLE.name, seed, cwd=tmp_path) for seed in ("7", "7", "8")]
    assert said[0] == said[1] != said[2]
    assert re.match(r"after \d+ decisions the total is \d+\nchips (-?\d,?){4}, won by seat [0-3]\n", said[0])


def test_what_its_readme_shows_runs(folder: Path, tmp_path: Path) -> None:
    (code,) = re.findall("```js\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    (tmp_path / "shown.mjs").write_text(
        code.replace("'tischlein-rules'", f"'{(folder / 'index.js').as_uri()}'")
    )
    assert re.match(r"\[( -?\d+,?){3} \]\n", run_node(tmp_path / "shown.mjs", cwd=tmp_path))


THINKING = """
import { CHANCE, OVER, load } from 'tischlein-rules'
const rules = await load('quanto')
rules.sow(7)
const s = rules.open(3)
while (rules.actor(s) === CHANCE) rules.apply(s, CHANCE, rules.below(rules.chances(s)))
const seat = rules.actor(s)
const actions = rules.legal(s, seat)
const known = rules.copy(s)
rules.conceal(known, seat)
const thoughts = [known, rules.pack(known)].map((one) => rules.think(one, seat, actions, [1, 2, 3], { iterations: 300 }))
console.log(JSON.stringify([actions, ...thoughts]))
"""


def test_a_record_and_its_bytes_are_thought_about_alike(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "thinking.mjs").write_text(
        THINKING.replace("'tischlein-rules'", f"'{(folder / 'index.js').as_uri()}'")
    )
    actions, thought, again = json.loads(run_node(tmp_path / "thinking.mjs", cwd=tmp_path))
    assert thought == again
    assert thought["best"] in actions
    assert sum(thought["visits"]) == 300


def run_node(script: Path, *arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [find_node(), str(script), *arguments], cwd=cwd, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_the_package_says_what_is_in_it(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text())
    assert "dependencies" not in package
    assert package["version"] == tischlein.__version__
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert sorted({*package["files"], "package.json"}) == names
    manifest = json.loads((folder / MANIFEST).read_text())
    assert sorted([*manifest["files"], MANIFEST]) == names
    for name, entry in manifest["files"].items():
        content = (folder / name).read_bytes()
        assert entry["bytes"] == len(content)
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
        assert entry["gzip"] == len(gzip.compress(content, 9, mtime=0))


def test_written_again_it_is_the_same(folder: Path, tmp_path: Path) -> None:
    write_package(tmp_path, tischlein.games(), tischlein.__version__)
    for name in json.loads((folder / MANIFEST).read_text())["files"]:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def ask(folder: Path, tmp_path: Path, body: str) -> Any:
    script = tmp_path / "ask.mjs"
    script.write_text(f"import * as t from {json.dumps((folder / 'index.js').as_uri())}\n{body}")
    return json.loads(run_node(script, cwd=tmp_path))


def test_options_open_the_same_game_as_in_python(folder: Path, tmp_path: Path) -> None:
    wishes: list[tuple[str, int, dict[str, Any]]] = []
    for game in tischlein.games().values():
        wishes += [(game.id, seats, {}) for seats in game.seats]
        for name, option in game.options.items():
            for value in list(option.choices)[-3:] if option.held else []:
                seats = next(n for n in game.seats if not game.clash(n, game.check_options({name: value})))
                wishes.append((game.id, seats, {name: value}))
    body = f"""
        const found = []
        for (const [id, seats, options] of {json.dumps(wishes)}) {{
            const rules = await t.load(id)
            found.push(Buffer.from(rules.pack(rules.open(seats, options))).toString('hex'))
        }}
        console.log(JSON.stringify(found))"""
    expected = [tischlein.game(name).opening(seats, **options).hex() for name, seats, options in wishes]
    assert ask(folder, tmp_path, body) == expected


def test_actions_have_the_texts_of_the_python_package(folder: Path, tmp_path: Path) -> None:
    body = """
        const found = {}
        for (const id of Object.keys(t.games)) {
            const rules = await t.load(id)
            rules.sow(3)
            const s = rules.open(2)
            while (rules.actor(s) === t.CHANCE) rules.apply(s, t.CHANCE, rules.below(rules.chances(s)))
            found[id] = [Buffer.from(rules.pack(s)).toString('hex'), rules.legal(s, rules.actor(s)).map((one) => rules.text(one))]
        }
        console.log(JSON.stringify(found))"""
    for name, (data, said) in ask(folder, tmp_path, body).items():
        table = tischlein.game(name).at(
            tischlein.game(name).dump(tischlein.game(name).layout.unpack(bytes.fromhex(data)))
        )
        assert sorted(said) == sorted(action.text for action in table.actions(table.actor)), name


# What is called, in JavaScript, and what is said against it.
REFUSED = [
    ("rules.open(9)", "LOBO 77 is for 2 to 8 seats, not 9"),
    ("rules.open(3, { rules: 'mine' })", "LOBO 77 has no option rules"),
    ("rules.open(3, { reverse_cards: 6 })", "reverse_cards: 6 is not one of 4, 5"),
    ("rules.open(3, { manual_draw: 1 })", "manual_draw: 1 is not one of false, true"),
    ("quanto.open(3, { teams: true })", "four|4"),
    ("rules.get(s, 'luck')", "the record of LOBO 77 has no field luck"),
    ("rules.get(s, 'chips', 8)", "chips has 8 cells"),
    ("rules.unpack(new Uint8Array(3))", "a record has 360 bytes, not 3"),
    ("rules.text(999)", "there is no text for action 999"),
    ("rules.randomGames(rules.pack(s), 2.5, 1)", "games: 2.5 is not a whole number from 0"),
    ("rules.open(3, { toString: 1 })", "LOBO 77 has no option toString"),
    ("rules.get(s, 'toString')", "the record of LOBO 77 has no field toString"),
    ("rules.think(s, 0, [], [1, 2, 3], { iterations: 9 })", "LOBO 77: there is no action to choose"),
    ("rules.free(s); rules.free(s)", r"LOBO 77: there is no record at \d+; perhaps it was given back"),
    ("rules.free(s); rules.pack(s)", "there is no record"),
    ("rules.free(s); rules.apply(s, t.CHANCE, 0)", "there is no record"),
    ("await t.load('chess')", "there is no game chess"),
    ("await t.load('toString')", "there is no game toString"),
    (
        "await t.Rules.load({ ...rules.info, cell: 4 }, new Uint8Array(8))",
        "another version than its loader",
    ),
    (
        "rules.apply(s, t.CHANCE, 1e6)",
        r"^RangeError: LOBO 77: chance has \d+ outcomes now, from 0 on, not 1000000$",
    ),
    ("rules.apply(dealt, t.CHANCE, 0)", "^RangeError: LOBO 77: chance has nothing to decide now$"),
    ("rules.apply(dealt, 3, 0)", "LOBO 77: there is no seat 3, they go from 0 to 1"),
    ("rules.apply(dealt, 0, 999)", "LOBO 77: there is no action 999"),
    (
        "rules.apply(dealt, 0, other)",
        r"^RangeError: LOBO 77: seat 0 may not take action \d+ now: not_in_hand, L\d+$",
    ),
    ("rules.apply(dealt, 1, 0)", r"LOBO 77: seat 1 may not take action 0 now: not_your_turn, L\d+$"),
    ("rules.legal(dealt, 7)", "LOBO 77: there is no seat 7, they go from 0 to 1"),
    ("rules.why(dealt, 0, 1e6)", "LOBO 77: there is no action 1000000"),
    ("rules.conceal(dealt, 42)", "there is no seat 42"),
    ("rules.observe(dealt, -1)", "there is no seat -1"),
    ("rules.below(0)", "below: 0 is not a whole number from 1"),
    ("rules.rate(dealt, 0, Array(5000).fill(1))", r"there are \d+ actions, not 5000"),
    ("rules.imagine(dealt, 0)", "the record is not concealed for seat 0"),
    ("rules.think(dealt, 0, held, dice, { iterations: 9 })", "the record is not concealed for seat 0"),
    ("rules.think(known, 9, held, dice, { iterations: 9 })", "there is no seat 9"),
    ("rules.think(known, 0, [999, 1000], dice, { iterations: 9 })", "there is no action 999"),
    ("rules.think(known, 0, Array(5000).fill(held[0]), dice, { iterations: 9 })", r"actions, not 5000"),
    ("rules.think(new Uint8Array(3), 0, held, dice, { iterations: 9 })", "a record has 360 bytes, not 3"),
    (
        "rules.think(known, 0, held, dice, { iterations: NaN })",
        "iterations: NaN is not a whole number from 1",
    ),
    ("rules.think(known, 0, held, dice, { seconds: Infinity })", "seconds: Infinity is not a number from 0"),
]


def test_what_cannot_be_is_said(folder: Path, tmp_path: Path) -> None:
    """And nothing is changed by it: too many actions, say, would lie over other records."""
    tried = ",\n".join(f"async (s) => {{ {call} }}" for call, _ in REFUSED)
    body = f"""
        const [rules, quando, quanto] = [await t.load('lobo77'), await t.load('quando'), await t.load('quanto')]
        const dice = [1, 2, 3]
        const dealt = rules.open(2, {{ starter: 0 }})
        while (rules.actor(dealt) === t.CHANCE) rules.apply(dealt, t.CHANCE, 0)
        const [held, known] = [rules.legal(dealt, 0), rules.copy(dealt)]
        const other = Array.from({{ length: 20 }}, (_, card) => card).find((card) => !held.includes(card))
        rules.conceal(known, 0)
        const before = [rules.pack(dealt), rules.pack(known)]
        const said = []
        for (const call of [{tried}]) {{
            try {{ await call(rules.open(2)); said.push('nothing') }} catch (error) {{ said.push(`${{error.name}}: ${{error.message}}`) }}
        }}
        const changed = [dealt, known].some((s, k) => Buffer.compare(before[k], rules.pack(s)))
        while (rules.actor(dealt) !== t.OVER) {{
            const seat = rules.actor(dealt)
            rules.apply(dealt, seat, seat === t.CHANCE ? 0 : rules.legal(dealt, seat)[0])
        }}
        console.log(JSON.stringify([changed, rules.legal(dealt, t.OVER), said]))"""
    changed, at_the_end, said = ask(folder, tmp_path, body)
    assert at_the_end == []
    assert not changed
    for (call, expected), answer in zip(REFUSED, said, strict=True):
        assert re.search(expected, answer), (call, answer)


def test_places_of_records_are_used_again(folder: Path, tmp_path: Path) -> None:
    body = """
        const rules = await t.load('qwixx')
        const pages = () => rules.exports.memory.buffer.byteLength
        const s = rules.open(2)
        const before = pages()
        for (let k = 0; k < 10000; k++) rules.free(rules.copy(s))
        rules.randomGames(rules.pack(s), 2000, 1)
        const after = pages()
        rules.randomGames(rules.pack(s), 2000, 1)
        console.log(JSON.stringify([before < after, pages() === after, rules.get(s, 'seats')]))"""
    assert ask(folder, tmp_path, body) == [True, True, 2]


def test_the_types_of_a_package_know_its_games(folder: Path, tmp_path: Path) -> None:
    """A program with a field that the record does not have is found by the compiler."""
    program = """
        import { Rules, load } from './rules/index.js'
        const rules = await load('lobo77')
        const s = rules.open(2)
        export const total: number = rules.get(s, 'total')
        // @ts-expect-error: no such field
        rules.get(s, 'luck')
        // @ts-expect-error: no such game
        await load('chess')
        export const name: 'LOBO 77' = rules.info.name

        // What a module is loaded from: its bytes, or what was compiled of them.
        declare const bytes: Uint8Array<ArrayBuffer>, compiled: {}, answer: { ok: boolean; arrayBuffer(): Promise<ArrayBuffer> }
        for (const one of [bytes, bytes.buffer, compiled]) await Rules.load(rules.info, one)
        // @ts-expect-error: its bytes, not the answer of fetch
        await Rules.load(rules.info, answer)
        // @ts-expect-error: the bytes when they have come
        await Rules.load(rules.info, answer.arrayBuffer())
        // @ts-expect-error: no address
        await Rules.load(rules.info, 'lobo77.wasm')
    """
    shutil.copytree(folder, tmp_path / "rules")
    (tmp_path / "program.ts").write_text(program)
    options = [
        "--strict",
        "--erasableSyntaxOnly",  # the package's own sources are none of this program's
        "--noEmit",
        "--skipDefaultLibCheck",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
    ]
    # As for Node: without what only browsers have.
    command = [find_node(), str(TYPESCRIPT), *options, "--lib", "es2022", "program.ts"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.stdout == ""


def test_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["build", "wasm", "--out", str(tmp_path / "out"), "--game", "lobo77"])
    assert done.exit_code == 0, done.output
    assert re.search(r"lobo77\.wasm +\d+ kB, compressed \d+ kB\nnpm install /", done.stdout)
    assert (tmp_path / "out" / "lobo77.wasm").is_file()
    assert not (tmp_path / "out" / "quando.wasm").exists()


@pytest.mark.parametrize("manifest", [None, "{}", "[1]", '{"name": "my-app"}'])
def test_a_folder_with_other_files_stays_as_it_is(tmp_path: Path, manifest: str | None) -> None:
    own = {"package.json": '{"name": "my-app"}', "README.md": "Mine."}
    if manifest is not None:
        own[MANIFEST] = manifest
    for name, text in own.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(tischlein.OptionError, match="holds other files: choose a new folder"):
        write_package(tmp_path, {}, "1")
    with pytest.raises(tischlein.OptionError, match="holds other files"):
        write_package(tmp_path / "README.md", {}, "1")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == own


def test_info_is_plain_data() -> None:
    for game in tischlein.games().values():
        assert json.loads(json.dumps(info(game))) == info(game)
