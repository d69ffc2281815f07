/** What a device remembers. Storage may be full, forbidden or spoilt: then nothing is remembered, and nothing breaks. */
const PREFIX = 'tischlein.'

export function recall<T>(key: string, otherwise: T): T {
  try {
    const stored = localStorage.getItem(PREFIX + key)
    return stored === null ? otherwise : (JSON.parse(stored) as T)
  } catch {
    return otherwise
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Private windows and full disks: go on without memory.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}

const WATCHING = `${PREFIX}watching`

/** The table that this tab watches; other tabs may do something else. */
export function recallWatching(): string {
  try {
    return sessionStorage.getItem(WATCHING) ?? ''
  } catch {
    return ''
  }
}

export function rememberWatching(code: string): void {
  try {
    sessionStorage.setItem(WATCHING, code)
  } catch {
    // As above.
  }
}
