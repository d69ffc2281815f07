"""Tables on this device: what tests of pages without a server share."""

from playwright.sync_api import Page

CONTROLLED = """() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve(true)
  else navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true))
})"""
# What the page does some seconds after it has come to rest, at once.
KEEP = """async () => {
  const registration = await navigator.serviceWorker.ready
  const channel = new MessageChannel()
  const answer = new Promise((resolve) => (channel.port1.onmessage = ({ data }) => resolve(data.all)))
  registration.active.postMessage({ keep: [] }, [channel.port2])
  return answer
}"""
# The page's own folder, without the slash at its end.
BASE = "new URL('.', document.querySelector('link[rel=manifest]').href).pathname.slice(0, -1)"
# To another address, without loading the page again.
GO = f"(path) => {{ history.pushState(null, '', {BASE} + path); dispatchEvent(new PopStateEvent('popstate')) }}"


def set_up(page: Page, game: str, level: str = "random") -> None:
    """A table for one person and as few bots as possible, on this device; the shortest game that the options allow."""
    page.evaluate(GO, f"/new/{game}?with=bots")
    page.locator(f'form[data-game="{game}"]').wait_for()
    fewer = page.get_by_role("button", name="One seat fewer")
    while fewer.is_enabled():
        fewer.click()
    page.get_by_role("radio", name=level, exact=True).check(force=True)
    page.get_by_text("Rules and time").click()
    page.get_by_role("switch", name="Bots").click()
    for number in page.get_by_role("spinbutton").all():  # points to reach
        number.fill("1")
    page.get_by_role("button", name="Start playing").click()
    page.get_by_role("region", name="Table").wait_for()
