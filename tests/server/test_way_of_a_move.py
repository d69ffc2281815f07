"""The way of a move through the code: the modules that run are those that docs/architecture.md shows."""

import re
import sys
from pathlib import Path
from types import FrameType

import tischlein
from helpers.server.serving import Live, table_of

PACKAGE = Path(tischlein.__file__).parent
PAGE = Path(__file__).parents[2] / "docs/architecture.md"
# Of server and room; the engine and the rules below them are not on the way, but at its turning point.
MOST = 15


async def test_a_move_passes_few_modules_and_the_docs_name_them(live: Live) -> None:
    entered: list[str] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        # The store's thread waits for a job in ``_take``: it may come there before the move.
        if event == "call" and file.startswith(str(PACKAGE)) and frame.f_code.co_name != "_take":
            name = file[len(str(PACKAGE)) + 1 :]
            if name not in entered:
                entered.append(name)

    async def traced(function: object) -> None:
        sys.setprofile(function)  # type: ignore[arg-type]  # None ends it
        await live.registry.store.run(lambda connection: sys.setprofile(function))  # type: ignore[arg-type]

    async with table_of(live, options={"starter": 0}) as (_, (ada, ben), _):
        live.within(lambda: traced(note))
        entered.clear()
        await ada.play(ada.choices[0])
        await ben.until("news")
        found = list(entered)
        live.within(lambda: traced(None))
        entered[:] = found
    drawing = PAGE.read_text(encoding="utf-8").split("```text\n phone")[1].split("```")[0]
    drawn = [
        name for _, name in sorted((int(n), name) for n, name in re.findall(r"(\d+) ([\w/]+\.py)", drawing))
    ]
    way = [name if name.startswith("room/") else f"server/{name}" for name in drawn]
    ran = [name for name in entered if name.startswith(("room/", "server/"))]
    assert ran == way, "every module that runs, in the order of the drawing"
    assert len(ran) <= MOST
