"""LOBO 77's dial: whatever number stands in it, it fits, and nothing lies over it."""

from typing import Any

from helpers.browser.browsing import ENDINGS, Opens, in_a_loop
from helpers.browser.fitting import settle
from helpers.server.serving import Live, placed

SIZES = ((360, 640), (390, 844), (640, 360), (768, 1024), (2560, 1080))
# Four minus tens in a row are possible, and 76 on top of 76.
FEWEST, MOST = -40, 152
THREE: dict[str, Any] = ENDINGS["lobo77"] | {
    "seats": 3,
    "chips": [0, 1, 2],
    "hands": [["10", "76", "-10", "7", "6"], ["9", "8"], ["5", "4"]],
}
# How far the number reaches from the middle of the dial, as a part of its radius; what lies over what; and which notches lie beyond the felt.
DIAL = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect()
  const [dial, discard, banner] = ['.dial', '.discard', '.banner'].map(box)
  const parts = [...document.querySelectorAll('.dial :is(.wheel, .sign)')].map((part) => part.getBoundingClientRect())
  const [x, y] = [dial.left + dial.width / 2, dial.top + dial.height / 2]
  const reach = (at) => Math.abs(at - x) / (dial.width / 2)
  const off = (Math.min(...parts.map((part) => part.left)) + Math.max(...parts.map((part) => part.right))) / 2 - x
  const over = (a, b) => a && b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const felt = box('.round > .cloth')
  const beyond = felt ? [...document.querySelectorAll('.notch b, .bulb')].filter((notch) => {
    const { left, right, bottom } = notch.getBoundingClientRect()
    const [a, b] = [felt.width / 2, felt.height / 2]
    return [left, right].some((at) => ((at - felt.left - a) / a) ** 2 + ((bottom - felt.top - b) / b) ** 2 > 1)
  }).length : 0
  return {
    reach: Math.max(...parts.flatMap((part) => [reach(part.left), reach(part.right)])),
    off: Math.abs(off) / dial.width,
    covered: [over(banner, dial) && 'dial', over(banner, discard) && 'pile'].filter(Boolean),
    beside: dial.top < discard.top + 30 ? over(dial, discard) : false,
    beyond,
  }
}"""


def test_every_number_fits_the_dial(live: Live, visit: Opens) -> None:
    ada = visit()
    for total in (FEWEST, -10, 76):
        code, tokens = in_a_loop(placed(live, THREE | {"total": total}))
        ada.sit(code, tokens[0])
        for size in SIZES:
            settle(ada.page, size, "de")
            dial = ada.page.evaluate(DIAL)
            assert dial["reach"] < 0.8, (total, size, dial)  # the arrows run at nine tenths
            assert dial["off"] < 0.04, (total, size, dial)
            assert dial["beyond"] == 0, (total, size)
            assert not (size == (640, 360) and dial["beside"]), "the dial lies over the pile"


def test_words_never_cover_the_number_that_caused_them(live: Live, visit: Opens) -> None:
    """A player who cannot pay, and a number that ends the round."""
    for card, total in (("10", 56), ("76", 76)):
        for size in SIZES:
            code, tokens = in_a_loop(placed(live, THREE | {"total": total}))
            ada = visit()
            ada.sit(code, tokens[0])
            settle(ada.page, size, "de")
            ada.page.locator(f'[data-anchor="hand:{card}"]').click()
            ada.page.locator(".banner").wait_for()
            dial = ada.page.evaluate(DIAL)
            assert dial["covered"] == [], (card, size)
            if card == "76":
                assert dial["reach"] < 0.8, (size, dial)
