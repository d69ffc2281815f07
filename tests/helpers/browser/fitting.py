"""Whether everything that can be read on a screen can be read: nothing cut off, nothing covered, nothing tiny."""

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

from helpers.browser.browsing import RESTS
from helpers.browser.looking import SAY

# A phone upright and on its side, a tablet, a desk.
SIZES = ((360, 740), (740, 360), (768, 1024), (1440, 900))

# Whatever shows letters or a sign is looked at: it must lie within the window and within all that cuts off what is too large, and nothing with
# a colour or letters of its own may lie over it. Of a card one number is enough: hands are fans. Invisible layers, what is only for screen
# readers, the other digits of a rolling counter, pictures and pencilled notes do not count. What floats above the game for a moment is told in `above`.
SEARCH = """([within, above, smallest]) => {
  const found = new Set()
  const name = (element) => {
    const own = (element.getAttribute('class') ?? '').replace(/svelte-\\S+/g, '').trim().split(/\\s+/)[0]
    return own ? `.${own}` : element.localName
  }
  const path = (element) => {
    const parts = []
    for (let at = element; at && at !== document.body && parts.length < 4; at = at.parentElement) parts.unshift(name(at))
    return parts.join(' ')
  }
  const words = (element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim())
  const box = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }
  const shown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return false
    return true
  }
  const clear = (colour) => /^rgba\\(.*, 0(\\.[0-2]\\d*)?\\)$|transparent|\\/ 0(\\.[0-2]\\d*)?\\)$/.test(colour)
  const covers = (element, x, y, sign) => {
    if (element instanceof SVGElement) return element.localName !== 'svg' && element.localName !== 'g'
    const style = getComputedStyle(element)
    if (Number(style.opacity) < 0.3) return false
    // What is only there for the thumb, beyond its own edge, covers nothing.
    const own = element.getBoundingClientRect()
    if ((x < own.left || x > own.right || y < own.top || y > own.bottom) && ['::before', '::after'].every((part) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element, part)
      return clear(backgroundColor) && backgroundImage === 'none'
    }) && words(element).length === 0) return false
    if (!clear(style.backgroundColor) || style.backgroundImage !== 'none') return true
    return !sign && words(element).some((node) => {
      const at = box(node)
      return x > at.left && x < at.right && y > at.top && y < at.bottom
    })
  }
  const thing = (element) => element.closest('.tl-card, .tile.tl-thing, .cell')
  // The arrow keys move it.
  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (at.tabIndex < 0) continue
      const { overflowX, overflowY } = getComputedStyle(at)
      if (at.scrollWidth > at.clientWidth && overflowX === 'auto') return true
      if (at.scrollHeight > at.clientHeight && overflowY === 'auto') return true
    }
    return false
  }
  const wrong = (element, rect, points) => {
    if (scrolls(element)) return ''
    if (rect.left < -1.5 || rect.top < -1.5 || rect.right > innerWidth + 1.5 || rect.bottom > innerHeight + 1.5) return 'outside'
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = at.getBoundingClientRect()
      if (style.overflowX !== 'visible' && (rect.left < edge.left - 1.5 || rect.right > edge.right + 1.5)) return `cut off by ${path(at)}`
      if (style.overflowY !== 'visible' && (rect.top < edge.top - 1.5 || rect.bottom > edge.bottom + 1.5)) return `cut off by ${path(at)}`
    }
    for (const [px, py] of points) {
      const x = rect.left + px * rect.width
      const y = rect.top + py * rect.height
      for (const over of document.elementsFromPoint(x, y)) {
        if (over === element || element.contains(over) || over.contains(element)) break
        if (above && over.closest(above)) continue
        if (thing(element) && thing(element).contains(over)) continue
        if (covers(over, x, y, element instanceof SVGElement)) return `covered by ${path(over)}`
      }
    }
    return ''
  }
  const FEW = [[0.5, 0.5], [0.15, 0.3], [0.85, 0.3], [0.15, 0.7], [0.85, 0.7]]
  const MANY = [...FEW, [0.03, 0.08], [0.97, 0.08], [0.03, 0.92], [0.97, 0.92]]

  plain.disabled = true // with all backgrounds, but nothing is painted before this is over
  const all = new CSSStyleSheet()
  all.replaceSync('*, *::before, *::after { pointer-events: auto !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, all]
  const cards = new Map()
  for (const element of document.querySelectorAll(`${within} *`)) {
    const sign = element.localName === 'svg'
    if (!sign && (element instanceof SVGElement || words(element).length === 0)) continue
    if (!shown(element) || element.closest('.wheel, .pencil, .scene')) continue
    const card = element.closest('.tl-card')
    if (card && sign) continue
    const rects = sign ? [element.getBoundingClientRect()] : words(element).map(box)
    // What nobody knows says nothing.
    if (card && element.textContent.trim() === '?') continue
    for (const rect of rects) {
      if (rect.width < 2) continue
      const problem = wrong(element, rect, sign && rect.width > 40 ? MANY : FEW)
      const what = sign ? '' : ` "${element.textContent.trim().slice(0, 24)}"`
      if (card) {
        const [good, all] = cards.get(card) ?? [false, []]
        cards.set(card, [good || !problem, [...all, `${problem}: ${path(card)}${what}`]])
      } else if (problem) found.add(`${problem}: ${path(element)}${what}`)
      const size = parseFloat(getComputedStyle(element).fontSize)
      if (!sign && size < smallest) found.add(`only ${Math.round(size)} px tall: ${path(element)}${what}`)
    }
  }
  for (const [good, all] of cards.values()) if (!good) found.add(all[0])
  // What is written on the cloth is written in colours that are seen there.
  const cloth = document.querySelector(`${within} .round > .cloth`)?.getBoundingClientRect().top
  if (document.querySelector(`${within} .round > .board`)?.getBoundingClientRect().top < cloth) found.add('the board begins above the cloth')
  // One's own cards are seen whole, and what is printed in a corner stands inside the frame.
  for (const card of document.querySelectorAll(`${within} .hold .tl-card`)) {
    const { bottom, left, right } = card.getBoundingClientRect()
    if (bottom > innerHeight + 4 || left < -8 || right > innerWidth + 8) found.add(`not whole: ${path(card)}`)
  }
  for (const frame of document.querySelectorAll(`${within} .tl-card .inner`)) {
    const edge = frame.getBoundingClientRect()
    for (const corner of frame.parentElement.querySelectorAll('.corner > span')) {
      const { left, right, width } = corner.getBoundingClientRect()
      if (width === 0) continue
      if (left < edge.left - 1 || right > edge.right + 1) found.add(`over the frame: ${path(corner)}`)
    }
  }
  // Nor do dots and chips, which are no letters, leave their seat.
  for (const part of document.querySelectorAll(`${within} .seats .seat :not(button)`))
    if (shown(part) && part.getBoundingClientRect().right > part.closest('.seat').getBoundingClientRect().right + 1)
      found.add(`sticks out of its seat: ${path(part)}`)
  // Fields and buttons stay within their sheet, and what is round stays round.
  for (const field of document.querySelectorAll(`${within} :is(input, select, textarea, .btn)`)) {
    const { left, right, width, height } = field.getBoundingClientRect()
    if (!shown(field) || width < 2 || scrolls(field)) continue
    const edge = field.parentElement.closest('.sheet, .paper, article, dialog, main, .play').getBoundingClientRect()
    if (left < edge.left - 1.5 || right > edge.right + 1.5) found.add(`sticks out: ${path(field)}`)
    if (field.matches('.round') && Math.abs(width - height) > 2) found.add(`squeezed: ${path(field)}`)
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== all)
  plain.disabled = false
  if (document.scrollingElement.scrollWidth > innerWidth) found.add('wider than the screen')
  return [...found]
}"""


# Letters of another size, as people set it in their browser; then how tall the page is.
LETTERS = "percent => { document.documentElement.style.fontSize = `${percent}%` }"
HEIGHT = """() => Math.max(document.scrollingElement.scrollHeight, ...[...document.querySelectorAll('dialog[open]')]
  .map((sheet) => Math.ceil(1.3 * sheet.scrollHeight)))"""


# Where the parts of a table lie that are to stay there.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    'header button, .frame > :is(.board, .hold), .tl-table :is([data-anchor^="slot:"], [data-anchor^="seat:"], [data-anchor=draw]), .tiles')]
  .map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return [element.dataset.anchor ?? element.ariaLabel ?? element.classList[0], [left, top, right, bottom].map(Math.round)]
  }))"""


def settle(page: Page, size: tuple[int, int], lang: str) -> None:
    """Show the page at a size and in a language, drawn to the end: parts that measure one another need some frames."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SAY, lang)
    page.evaluate(RESTS)


def unrolled(page: Page, size: tuple[int, int], lang: str, percent: int) -> None:
    """Show a page that scrolls with letters of this size, in a window in which all of it is in sight."""
    settle(page, size, lang)
    page.evaluate(LETTERS, percent)
    page.evaluate(RESTS)
    # Twice: in a higher window a page may be laid out otherwise.
    for _ in range(2):
        settle(page, (size[0], max(size[1], page.evaluate(HEIGHT))), lang)


def misfits(page: Page, within: str = ".play", above: str = "", smallest: float = 9.0) -> list[str]:
    """What cannot be read, and why."""
    found: Any = page.evaluate(SEARCH, [within, above, smallest])
    return [str(one) for one in found]


def places(
    page: Page, sizes: Iterable[tuple[int, int]], lang: str
) -> dict[tuple[int, int], dict[str, list[int]]]:
    """Where everything lies, at each of these sizes."""
    found = {}
    for size in sizes:
        settle(page, size, lang)
        found[size] = page.evaluate(PLACES)
    return found
