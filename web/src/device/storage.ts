import { BASE } from '@/server/base'

/**
 * What a device remembers. Storage may be full, forbidden or spoilt: then nothing is remembered, and nothing breaks.
 */
// Several sites may lie beside one another at one host, and forget only what is theirs.
export const PREFIX = `tischlein${BASE}.`

export function recall<T>(key: string, otherwise: T): T {
  try {
    const stored = localStorage.getItem(PREFIX + key)
    return stored === null ? otherwise : (JSON.parse(stored) as T)
  } catch {
    return otherwise
  }
}

/** Returns whether it is stored. */
export function remember(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
    return true
  } catch {
    // Private windows and full disks: go on without memory.
    return false
  }
}

/** Whether anything stays when the page is closed. */
export function keeps(): boolean {
  try {
    localStorage.setItem(`${PREFIX}kept`, '')
    localStorage.removeItem(`${PREFIX}kept`)
    return true
  } catch {
    return false
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}

/** The keys that begin like this, of what is remembered. */
export function stored(beginning: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning))
    return keys.map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Nothing of this page is left on the device: neither what was remembered nor games that were played here. */
export async function forgetAll(): Promise<void> {
  const { clear } = await import('@/offline/store')
  await clear().catch(() => undefined)
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** Only in this tab, until it is closed; other tabs may do something else. */
function recallHere(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

function rememberHere(key: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, value)
  } catch {
    // As above.
  }
}

/** The table that this tab watches. */
export const recallWatching = (): string => recallHere('watching')
export const rememberWatching = (code: string): void => rememberHere('watching', code)

/** A key that came with the address, until the server has said which seat it opens. */
export const recallKey = (code: string): string => recallHere(`key.${code}`)
export const rememberKey = (code: string, key: string): void => rememberHere(`key.${code}`, key)

/** What another device had been told at a table, which came with its link: "number of events~head". */
export const recallPin = (code: string): string => recallHere(`pin.${code}`)
export const rememberPin = (code: string, pin: string): void => rememberHere(`pin.${code}`, pin)
