/** Addresses of the page, and how to get from one to the next without loading again. */
import { BASE } from '@/server/base'
import { rememberKey, rememberPin } from '@/device/storage'
import type { GameId } from '@/server/wire'

export type Route =
  | { name: 'start' }
  | { name: 'new'; game: GameId; mode: 'friends' | 'bots' | 'device' }
  | { name: 'table'; code: string; key: string | null }
  | { name: 'replay'; code: string }
  | { name: 'review'; code: string }
  | { name: 'rules'; game: GameId | null }
  | { name: 'learn'; game: GameId; option: string | null }
  | { name: 'lobby' }
  | { name: 'daily'; day: string | null }
  | { name: 'deal'; game: GameId; day: string }
  | { name: 'puzzle'; what: string }
  | { name: 'evenings'; group: string | null }
  | { name: 'evening'; code: string }
  | { name: 'screen'; code: string }
  | { name: 'mine' }
  | { name: 'results' }
  | { name: 'friends' }
  | { name: 'group'; code: string }
  | { name: 'season'; code: string }
  | { name: 'settings' }
  | { name: 'verify' }
  | { name: 'missing'; path: string }

/** Whether there is such a game only the server knows. */
function isGame(text: string | undefined): text is GameId {
  return text !== undefined && /^[a-z][a-z0-9_]*$/.test(text)
}

/** "abc def" or "abc-def", in whatever letters: the code as it stands in addresses. */
export function cleanCode(typed: string): string {
  const link = /\/(?:t|evening)\/([^/?#\s]+)/.exec(typed)
  return (link?.[1] ?? typed).trim().replace(/[\s-]/g, '').toUpperCase()
}

function parts(path: string): string[] | null {
  try {
    // Plain files may be asked for by their names.
    return path
      .replace(/\/index\.html$/, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent)
  } catch {
    return null
  }
}

export function parse(path: string, search = '', hash = ''): Route {
  const named = parts(path)
  if (!named) return { name: 'missing', path }
  const [first, second, third, ...rest] = named
  if (rest.length) return { name: 'missing', path }
  if (first === undefined) return { name: 'start' }
  if (first === 'new' && isGame(second) && !third) {
    const mode = new URLSearchParams(search).get('with')
    return { name: 'new', game: second, mode: mode === 'bots' || mode === 'device' ? mode : 'friends' }
  }
  if (first === 't' && second && !third)
    return { name: 'table', code: cleanCode(second), key: hash.slice(1).split('~', 1)[0] || null }
  if (first === 't' && second && third === 'replay') return { name: 'replay', code: cleanCode(second) }
  if (first === 't' && second && third === 'coach') return { name: 'review', code: cleanCode(second) }
  if (first === 'rules' && !third && (second === undefined || isGame(second)))
    return { name: 'rules', game: second ?? null }
  if (first === 'learn' && isGame(second)) return { name: 'learn', game: second, option: third || null }
  if (first === 'lobby' && !second) return { name: 'lobby' }
  if (first === 'daily' && !third && /^(\d{4}-\d{2}-\d{2})?$/.test(second ?? ''))
    return { name: 'daily', day: second ?? null }
  if (first === 'deal' && isGame(second) && /^\d{4}-\d{2}-\d{2}$/.test(third ?? ''))
    return { name: 'deal', game: second, day: third ?? '' }
  // The puzzles of the day stand beside its deal.
  if (first === 'puzzle' && !second) return { name: 'daily', day: null }
  if (first === 'puzzle' && isGame(second) && !third) return { name: 'puzzle', what: second }
  if (first === 'evening' && !second) return { name: 'evenings', group: new URLSearchParams(search).get('group') }
  if (first === 'evening' && second && (!third || third === 'screen'))
    return { name: third ? 'screen' : 'evening', code: cleanCode(second) }
  if (first === 'mine' && !second) return { name: 'mine' }
  if (first === 'results' && !second) return { name: 'results' }
  if (first === 'friends' && !second) return { name: 'friends' }
  if (first === 'group' && second && (!third || third === 'season'))
    return { name: third ? 'season' : 'group', code: cleanCode(second) }
  if (first === 'settings' && !second) return { name: 'settings' }
  if (first === 'verify' && !second) return { name: 'verify' }
  return { name: 'missing', path }
}

/**
 * Links are written as if the page lay at the root of its name. Before one is used, or looked at, it learns where the
 * page is.
 */
function place({ target }: Event): void {
  const link = BASE ? (target as Element | null)?.closest?.('a') : null
  const written = link?.getAttribute('href')
  if (written?.startsWith('/') && !written.startsWith(`${BASE}/`)) link?.setAttribute('href', BASE + written)
}

class Router {
  route = $state.raw<Route>(this.#here())

  constructor() {
    if (typeof addEventListener !== 'function') return
    addEventListener('popstate', () => (this.route = this.#here()))
    for (const kind of ['pointerover', 'focusin', 'click']) addEventListener(kind, place, true)
    addEventListener('click', (event) => this.#follow(event))
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', BASE + path)
    else history.pushState(null, '', BASE + path)
    this.route = this.#here()
    scrollTo(0, 0)
  }

  #here(): Route {
    if (typeof location === 'undefined') return { name: 'start' }
    const route = parse(location.pathname.slice(BASE.length), location.search, location.hash)
    // A key goes out of the address at once, so that nobody passes it on by accident, and is kept for a reload at any
    // time.
    if (route.name === 'table' && route.key) {
      rememberKey(route.code, route.key)
      // What the other device had been told comes after the key.
      const [, ...pin] = location.hash.split('~')
      if (pin.length) rememberPin(route.code, pin.join('~'))
      history.replaceState(null, '', location.pathname)
    }
    return route
  }

  /** Links within the page stay links: they can be copied, and opened in another tab. */
  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/')) return
    if (link.hash && link.pathname === location.pathname) return
    event.preventDefault()
    this.go(link.pathname.slice(BASE.length) + link.search + link.hash)
  }
}

export const router = new Router()
