/**
 * Hands the focus on when the control that has it disappears, so that keys and screen readers go on from there and
 * never from the top of the page.
 *
 * A part of the page names its heirs in `data-heirs`: selectors, the best place first, separated by semicolons.
 */

const CONTROLS = 'a[href], button, summary, [tabindex="0"], input[type="radio"], input[type="checkbox"]'
// In these the control beside the one that has gone is a good place; elsewhere it may do something quite different.
const GROUPS = 'section, fieldset, ul, ol, nav, dialog, [role="group"], [role="radiogroup"], [role="tablist"]'

let held: HTMLElement | null = null
/** What the focus was in, from the inside outwards. */
let trail: HTMLElement[] = []
/** The controls after it, then those before it. */
let neighbours: HTMLElement[] = []
/** The part of the page whose best place is not there yet, while the focus waits in it. */
let waitingIn: HTMLElement | null = null
/** The control beside the one that was pressed and has gone: it has the focus until something can be done again. */
let standIn: HTMLElement | null = null
/** What was pressed last, until the focus moves: what it led to may be done elsewhere. */
let pressed: HTMLElement | null = null
/** A button that is busy: it gets the focus back when it can be pressed again. */
let busy: HTMLElement | null = null
/** What had the focus when a dialog took it. */
const openers = new WeakMap<HTMLElement, HTMLElement>()

function usable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !('disabled' in element && element.disabled) &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    (typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true })) &&
    [...document.querySelectorAll('dialog:modal')].every((dialog) => dialog.contains(element))
  )
}

const nobody = (element: Element | null): boolean =>
  element === null || element === document.body || element === document.documentElement

/** The best place in a part of the page: one of its heirs, or an heir of that, or the part itself. */
function best(part: HTMLElement): HTMLElement {
  for (const selector of part.dataset.heirs?.split(';') ?? []) {
    const found = [...part.querySelectorAll<HTMLElement>(selector)].find(usable)
    if (found) return found.dataset.heirs === undefined ? found : best(found)
  }
  return part
}

/** Something can be done now, with this or with what is in it. */
const lit = (place: HTMLElement): boolean => place.matches('[data-key], :has([data-key])')

function heir(): HTMLElement | null {
  const [around] = trail
  if (held && around && 'disabled' in held && held.disabled && usable(around)) {
    busy = held
    return around
  }
  for (const place of trail) {
    const opener = openers.get(place)
    if (opener && usable(opener)) return opener
    if (!usable(place)) continue
    if (place.dataset.heirs !== undefined) {
      waitingIn = place
      return best(place)
    }
    const near = place.matches(GROUPS) ? neighbours.filter((one) => place.contains(one) && usable(one)) : []
    const beside = near.find(lit) ?? near[0]
    if (beside && held === pressed) {
      standIn = beside
      waitingIn = place.closest<HTMLElement>('[data-heirs]')
    }
    if (beside) return beside
  }
  return null
}

function give(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) place.tabIndex = -1
  const [waits, comesBack, stands] = [waitingIn, busy, standIn]
  place.focus({ preventScroll: true })
  waitingIn = waits
  busy = comesBack
  standIn = stands
}

/** The card that was pressed is chosen, and the next question is answered elsewhere: go there. */
function followed(from: HTMLElement): void {
  const part = from.closest<HTMLElement>('[data-heirs]')
  const next = part ? best(part) : from
  if (next.dataset.key !== undefined) give(next)
}

function look(): void {
  const now = document.activeElement
  if (now instanceof HTMLElement && !nobody(now) && usable(now)) {
    if (busy && usable(busy)) {
      const again = busy
      busy = null
      return give(again)
    }
    if (now === pressed && now.dataset.key === undefined) followed(now)
    if (!waitingIn?.contains(now)) return
    const better = best(waitingIn)
    const stands = now === standIn && !lit(now) && lit(better)
    if (better !== now && (stands || now === waitingIn || now.tabIndex < 0)) give(better)
    return
  }
  if (held === null) return
  // What was out of sight for a moment, such as a card that flew, is there again.
  const place = usable(held) ? held : heir()
  if (place) give(place)
}

function come({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || nobody(target)) return
  const dialog = target.closest('dialog')
  if (dialog && held && !dialog.contains(held) && !openers.has(dialog)) openers.set(dialog, held)
  held = target
  pressed = null
  waitingIn = null
  standIn = null
  busy = null
  trail = []
  for (let place = target.parentElement; place; place = place.parentElement) trail.push(place)
  const all = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
  const at = all.indexOf(target)
  neighbours = at < 0 ? [] : [...all.slice(at + 1), ...all.slice(0, at).reverse()]
}

/** Begin; returns how to stop. */
export function keepFocus(): () => void {
  const watch = new MutationObserver(look)
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['style', 'disabled', 'hidden', 'inert', 'open', 'data-key'],
  })
  // A tap on nothing puts the focus nowhere on purpose.
  const leave = (): void =>
    queueMicrotask(() => {
      if (nobody(document.activeElement) && held && usable(held)) held = null
    })
  const press = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  }
  document.addEventListener('focusin', come)
  document.addEventListener('focusout', leave)
  document.addEventListener('click', press, true)
  return () => {
    watch.disconnect()
    document.removeEventListener('focusin', come)
    document.removeEventListener('focusout', leave)
    document.removeEventListener('click', press, true)
    held = null
  }
}
