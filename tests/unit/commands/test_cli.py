"""The command, started as people start it."""

import codecs
import io
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

import pytest

import tischlein
from helpers.command import called
from tischlein.engine.option_texts import read_options

pytestmark = pytest.mark.quick

LOBO = tischlein.game("lobo77")


LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG")


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with its input from a pipe."""
    plain = {name: value for name, value in os.environ.items() if name not in LANGUAGE}
    return subprocess.run(
        [sys.executable, "-m", "tischlein", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**plain, "PYTHONUTF8": "1", "COLUMNS": "80"},
    )


class Call(Protocol):
    """Plays in this process, and returns what is shown."""

    def __call__(self, *arguments: str, typed: str = "", **environment: str) -> str: ...


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    def play(*arguments: str, typed: str = "", **environment: str) -> str:
        for name in LANGUAGE:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"COLUMNS": "80", **environment}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert called("terminal", *arguments) == 0
        told = capsys.readouterr()
        assert told.err == ""
        return told.out

    return play


def test_version() -> None:
    ended = run("--version")
    assert (ended.returncode, ended.stdout) == (0, f"tischlein {tischlein.__version__}\n")


def test_output_that_cannot_be_written_is_said() -> None:
    """A full disk, input that is closed, and a reader that has gone."""
    command = f"{shlex.quote(sys.executable)} -m tischlein"
    for line, code, error in [
        (
            f"LANG=de_DE.UTF-8 {command} games > /dev/full",
            2,
            "tischlein: No space left on device\n",
        ),
        (f"{command} terminal <&- > /dev/null", 0, ""),
    ]:
        ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stderr) == (code, error), line
    reading, writing = os.pipe()
    os.close(reading)
    version = [sys.executable, "-m", "tischlein", "--version"]
    ended = subprocess.run(version, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_in_the_terminal_it_plays_and_ends_with_its_input(shown: Call) -> None:
    told = shown()
    assert "\na: " in told
    assert told.rstrip().endswith("Goodbye, and thanks for playing!")


def test_a_game_by_lines(shown: Call) -> None:
    told = shown("lobo77", "--seed", "5", "--seats", "3", typed="76\nlog\nundo\nquit\n")
    assert "(rule L5)" in told
    assert "There is nothing of yours to take back yet." in told
    assert "\x1b" not in told


def test_the_same_seed_is_the_same_game(shown: Call) -> None:
    first, second, other = (shown("--seed", seed, typed="a\na\na\n") for seed in ("5", "5", "6"))
    assert first == second != other


def test_a_whole_game_through_a_pipe_with_its_end() -> None:
    # Letters and empty lines in turn: sooner or later every game is over, and the input too.
    ended = run(
        "terminal",
        "--seed",
        "1",
        "--bots",
        "random",
        "--seats",
        "2",
        "--lang",
        "de",
        typed="a\nb\nc\n\n" * 30,
    )
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert "\n1. " in ended.stdout
    assert "\x1b" not in ended.stdout


def test_options_reach_the_table(shown: Call) -> None:
    options = ("--option", "manual_draw=yes", "--option", "starter=0")
    told = shown(*options, "--name", "Inge", typed="table\na\ndraw\n")
    assert "\nInge: " in told
    assert "You draw " in told


def test_the_system_chooses_the_language(shown: Call) -> None:
    """Which of its settings counts: tests/unit/texts/test_texts.py."""
    assert "Du bist dran" in shown("--option", "starter=0", LANG="de_DE.UTF-8")


def test_a_server_says_where_the_table_is_in_english_everywhere(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tischlein", "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "LC_ALL": "de_DE.UTF-8"},
    ) as server:
        assert server.stdout is not None
        first, second = (server.stdout.readline() for _ in range(2))
        server.send_signal(signal.SIGINT)
    assert first.startswith("The table is set: http://127.0.0.1:")
    assert second.startswith("Ctrl-C stops it")


@pytest.mark.parametrize(("language", "said"), [("de", "Schnapszahlen"), ("en", "Swimming and dropping out")])
def test_rules(language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("rules", "lobo77", "--lang", language) == 0
    shown = capsys.readouterr().out
    assert said in shown
    assert all(f"L{n}" in shown for n in range(1, 23))


def test_games_and_their_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("games") == 0
    shown = capsys.readouterr().out
    for game in tischlein.games().values():
        assert game.id in shown
        assert all(f"{name}=" in shown for name in game.options)


def test_one_game_is_shown_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("games", "quando") == 0
    shown = capsys.readouterr().out
    assert [game for game in tischlein.games() if game in shown] == ["quando"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["terminal", "chess"], "there is no game 'chess'; there are lobo77"),
        (["terminal", "--seats", "9"], "LOBO 77 is for 2 to 8, not 9"),
        (["terminal", "--seats", "many"], "--seats: 'many' is not a valid integer"),
        (["terminal", "--pace", "11"], "--pace: 11.0 is not in the range 0.0<=x<=10.0"),
        (["terminal", "--pace", "nan"], "--pace: 'nan' is not a number"),
        (
            ["arena", "lobo77", "easy", "medium", "--seconds", "0"],
            "--seconds: 0.0 is not in the range x>=0.001",
        ),
        (["terminal", "--bots", "unbeatable"], "there are random, easy"),
        (["terminal", "--lang", "fr"], "'fr' is not one of de, en"),
        *[
            ([*command, "--lang", "fr"], "language: 'fr' is not one of de, en")
            for command in (
                ["rules"],
                ["games"],
                ["verify", "nothing"],
                ["review", "nothing"],
            )
        ],
        (["terminal", "--option", "chips=5"], "it has reverse_cards, starter, manual_draw"),
        (["terminal", "--option", "reverse_cards=6"], "'6' is not one of 4, 5"),
        (["terminal", "--option", "manual_draw"], "write it as name=value"),
        (["terminal", "--seats", "2", "--option", "starter=2"], "no seat 2 at a table of 2"),
        (["terminal", "--fast"], "--fast"),
        (["simulate", "quando", "--target", "5"], "no option --target; write --option target=…"),
        (
            ["serve", "--data", "mysql://here"],
            "mysql://… cannot store tables: name a folder, or postgresql://…",
        ),
        (["serve", "--data", __file__], "test_cli.py: not a folder; choose another one with --data"),
        (
            ["serve", "--data", f"{__file__}/x"],
            "test_cli.py/x: Not a directory; choose another one with --data",
        ),
        (["site", "--out", __file__], "test_cli.py: not a folder"),
        (["site", "--out", f"{__file__}/x"], "test_cli.py/x: Not a directory"),
        (["build", "wasm", "--out", __file__], "test_cli.py holds other files: choose a new folder"),
        (["check", str(Path(__file__).parent)], "commands: Is a directory"),
        (
            ["serve", "--trusted-proxy", "10.0.0.1/8"],
            "a network such as 10.0.0.0/8 (10.0.0.1/8 has host bits",
        ),
        (["site", "--out", "x", "--at", "https://example.org/x"], "only the path, such as /club/cards"),
        (["dance"], "no command 'tischlein dance'; there are play, serve, terminal, rules, games, "),
        (["area"], "Did you mean arena?"),
    ],
)
def test_mistakes_get_one_line_and_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(*arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("tischlein: ")
    assert shown.err.count("\n") == 1
    assert said in shown.err


def test_values_are_read_as_the_options_declare_them() -> None:
    read = read_options(LOBO, ["reverse_cards=5", "starter=3", "manual_draw=on"])
    assert read == {"reverse_cards": 5, "starter": 3, "manual_draw": True}
    assert read_options(LOBO, ["starter = lot", "manual_draw=FALSE"]) == {
        "starter": "lot",
        "manual_draw": False,
    }


# On a terminal


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.end, terminal = pty.openpty()
        size = {"COLUMNS": "60", "LINES": "24", "TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "LC_ALL": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tischlein", *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**os.environ, **size, "PYTHONUTF8": "1", **environment},
            start_new_session=True,
        )
        os.close(terminal)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    def wait_for(self, text: str, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            assert select.select([self.end], [], [], max(0, deadline - time.monotonic()))[0], self.seen
            try:
                self.seen += self.decoder.decode(os.read(self.end, 4096))
            except OSError:  # the other end is closed
                break
        assert text in self.seen
        self.seen = self.seen.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def code(self) -> int:
        return self.process.wait(30)


def test_on_a_terminal_the_table_is_redrawn_in_place() -> None:
    with Terminal("terminal", "--pace", "0", "--option", "starter=0") as at:
        at.wait_for("\x1b[2J")
        at.wait_for("Du bist dran")
        at.type("banane\n")
        at.wait_for("\x1b[2J")
        at.wait_for("„banane“")
        at.type("ende\n")
        at.wait_for("Auf Wiedersehen")
        assert at.code() == 0


def test_leaving_with_ctrl_c_is_clean_even_while_the_others_play() -> None:
    with Terminal("terminal", "--pace", "3", "--option", "starter=1") as at:
        at.wait_for("legt")
        at.process.send_signal(signal.SIGINT)
        at.wait_for("Auf Wiedersehen")
        assert "Traceback" not in at.seen
        assert at.code() == 0


# In a sitecustomize: another thread gets Ctrl-C, so it does not wake the one that waits for a key. It does not either where it comes
# just before that one begins to wait.
ASLEEP = """
import signal, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
"""


@pytest.mark.parametrize("how", [[], ["--plain"]])
def test_ctrl_c_needs_no_key_to_be_noticed(how: list[str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ASLEEP)
    with Terminal("terminal", "--option", "starter=0", *how, PYTHONPATH=str(tmp_path)) as at:
        at.wait_for("Du bist dran")
        at.wait_for(" > ")
        at.process.send_signal(signal.SIGINT)
        at.wait_for("Auf Wiedersehen")
        assert at.code() == 0


# In a sitecustomize: a person presses Ctrl-C when this module is looked for; perhaps in a callback, where Python loses what is raised.
PRESSED = """
import os, signal, sys
class Press:
    def __init__(self):
        if "IN_CALLBACK" not in os.environ:
            os.kill(os.getpid(), signal.SIGINT)
    def __del__(self):
        if "IN_CALLBACK" in os.environ:
            os.kill(os.getpid(), signal.SIGINT)
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == os.environ["PRESSED_AT"]:
            Press()
sys.meta_path.insert(0, Finder)
"""


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("serve --port 0 --data {folder}", "tischlein.engine.errors"),
        # An earlier and a later moment of the same command stand around these.
        pytest.param("serve --port 0 --data {folder}", "tischlein.games", marks=pytest.mark.long),
        pytest.param("serve --port 0 --data {folder}", "click", marks=pytest.mark.long),
        ("serve --port 0 --data {folder}", "tischlein.cli"),
        ("serve --port 0 --data {folder}", "tischlein.server.serve"),
        ("terminal", "tischlein.terminal.screen"),
        ("arena --help", "tischlein.lab.arena.cli"),
    ],
)
def test_ctrl_c_while_modules_are_imported_ends_quietly(command: str, module: str, tmp_path: Path) -> None:
    """In the first second of any command."""
    (tmp_path / "sitecustomize.py").write_text(PRESSED)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PRESSED_AT": module, "IN_CALLBACK": "yes"}
    words = [sys.executable, "-m", "tischlein", *command.format(folder=tmp_path).split()]
    ended = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (130, "", "")


def test_a_program_that_imports_the_package_gets_its_interrupt(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(PRESSED)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PRESSED_AT": "tischlein.games"}
    code = "try: import tischlein\nexcept KeyboardInterrupt: print('interrupted')"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")


def test_no_color_is_honoured() -> None:
    with Terminal("terminal", "--pace", "0", "--option", "starter=0", NO_COLOR="1") as at:
        at.wait_for("LOBO 77")
        at.seen = ""
        at.type("?\n")
        at.wait_for("Was du tippen kannst")
        assert "\x1b[3" not in at.seen
        assert "\x1b[4" not in at.seen
        at.type("\n")
        at.type("ende\n")
        at.wait_for("Auf Wiedersehen")
        assert at.code() == 0
