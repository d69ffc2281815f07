"""Declare the options that ``tischlein play`` and ``tischlein serve`` share."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="Where to listen; otherwise 8077, or any that is free."),
]
Lan = Annotated[
    bool | None,
    typer.Option("--lan/--no-lan", help="Let others in the local network join; by default as last time."),
]
PublicUrl = Annotated[
    str | None,
    typer.Option("--public-url", metavar="ADDRESS", help="The address that others use, behind a proxy."),
]
Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        help="Where tables are stored: a folder, or postgresql://…; otherwise a folder of the user's.",
    ),
]
OwnBots = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="MODULE:CLASS", help="A bot of your own that can be chosen at the tables."),
]
LogStyle = Literal["text", "json"]
Log = Annotated[LogStyle, typer.Option("--log", help="The format of the log: text, or json for programs.")]
