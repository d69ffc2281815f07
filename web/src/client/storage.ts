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
