"""Listening to a page as a screen reader does: what its live regions say, in order."""

from playwright.sync_api import Page

from helpers.browser.browsing import Visit

# A region is heard when it was there before its words, is not switched off, and lies in front of every open dialog.
EARS = """
window.heard = []
const LIVE = '[aria-live], [role=status], [role=alert], [role=log], [role=timer]'
const known = new WeakSet()
const note = () => { for (const region of document.querySelectorAll(LIVE)) known.add(region) }
const off = (region) => (region.getAttribute('aria-live') ?? (region.role === 'timer' ? 'off' : 'on')) === 'off'
const words = (node) => (node.textContent ?? '').replace(/\\s+/g, ' ').trim()
const behind = (node) => [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(node))
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    for (const node of type === 'childList' ? addedNodes : [target]) {
      const region = (node.nodeType === 1 ? node.parentElement : node.parentElement)?.closest(LIVE)
      if (!region || !known.has(region) || off(region) || behind(region) || region.closest('[aria-hidden=true]')) continue
      const atomic = region.getAttribute('aria-atomic') === 'true' || ['status', 'alert'].includes(region.role)
      const said = atomic ? words(region) : words(node)
      if (said) window.heard.push(said)
    }
  }
  note()
}).observe(document, { subtree: true, childList: true, characterData: true })
"""


def listen(person: Visit) -> None:
    """From now on this person's pages are listened to."""
    person.prepare(EARS)


def heard(page: Page) -> list[str]:
    """Everything that was said so far."""
    said: list[str] = page.evaluate("heard")
    return said
