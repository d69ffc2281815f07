"""Findings as sentences."""

from tischlein.engine.texts import load_texts
from tischlein.engine.texts.templates import phrase
from tischlein.engine.types import Value
from tischlein.verify.check import Finding, Verdict

TEXTS = "tischlein.verify.texts"


def sentence(finding: Finding, language: str) -> str:
    """Return the sentence for a finding; people count seats from 1."""
    values: dict[str, Value] = dict(finding.values)
    if "seat" in values:
        values["seat"] += 1
    texts = load_texts(TEXTS, language)
    if "who" in values:
        seat = values["who"]
        values["who"] = (
            texts["who"]["spectator"] if seat is None else phrase(texts, "who.seat", {"seat": seat + 1})
        )
    return phrase(texts, f"{finding.kind}.{finding.code}", values)


def summary(verdict: Verdict, language: str) -> str:
    """Return the verdict as one sentence."""
    kind = "choices" if verdict.kind == "note" and verdict.choices > 1 else verdict.kind
    return phrase(load_texts(TEXTS, language), f"verdict.{kind}", {"choices": verdict.choices})


def as_data(verdict: Verdict, language: str) -> dict[str, object]:
    """Return the findings and their sentences for programs."""
    return {
        "verdict": verdict.kind,
        "choices": verdict.choices,
        "text": summary(verdict, language),
        "findings": [
            {
                "kind": finding.kind,
                "code": finding.code,
                "text": sentence(finding, language),
                "values": finding.values,
            }
            for finding in verdict.findings
        ],
    }
