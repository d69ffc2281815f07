/** Games on this device, in IndexedDB. A browser may forbid it, or have no more room: callers are told, and the game goes on. */
import type { MyTable, TableInfo } from '@/protocol/types'

export interface Bundle {
  files: Record<string, string>
  texts: Record<string, unknown>
}

/** All the Python of one game in one version: with it a game can be opened when the page has newer rules. */
export interface RulesVersion {
  game: string
  version: number
  engine: Bundle
  rules: Bundle
}

/** A table as it is kept: what the worker's Python writes and reads; the page looks only at this. */
export interface Saved {
  code: string
  game: string
  /** Of the rules. */
  version: number
  record?: { history: [seat: number, text: string][] }
  mine: (Omit<MyTable, 'token'> & { token: string; table: TableInfo })[]
}

/** Things of one kind, in a database of their own: a new kind never has to change one that another tab has open. */
class Shelf<T> {
  #opening: Promise<IDBDatabase> | null = null
  #database: string
  #things: string
  #key: string | string[]

  constructor(database: string, things: string, key: string | string[]) {
    this.#database = database
    this.#things = things
    this.#key = key
  }

  put = (one: T): Promise<IDBValidKey> => this.#asked('readwrite', (store) => store.put(one))
  get = (key: IDBValidKey): Promise<T | undefined> => this.#asked('readonly', (store) => store.get(key) as IDBRequest<T | undefined>)
  all = (): Promise<T[]> => this.#asked('readonly', (store) => store.getAll() as IDBRequest<T[]>)
  keys = (): Promise<IDBValidKey[]> => this.#asked('readonly', (store) => store.getAllKeys())
  clear = (): Promise<undefined> => this.#asked('readwrite', (store) => store.clear())
  drop = (key: IDBValidKey): Promise<undefined> => this.#asked('readwrite', (store) => store.delete(key))

  #open(): Promise<IDBDatabase> {
    this.#opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      // Whatever version there is: a page from before can still read what a newer one keeps.
      const request = indexedDB.open(this.#database)
      request.onupgradeneeded = () => request.result.createObjectStore(this.#things, { keyPath: this.#key })
      request.onsuccess = () => resolve(this.#watched(request.result))
      request.onerror = () => reject(request.error ?? new Error('no storage'))
      request.onblocked = () => reject(new Error('blocked'))
    })
    this.#opening.catch(() => (this.#opening = null))
    return this.#opening
  }

  /** Whoever clears what pages keep takes the database away: next time there is a new one, and a running game is kept in it. */
  #watched(db: IDBDatabase): IDBDatabase {
    db.onclose = () => (this.#opening = null)
    db.onversionchange = () => {
      db.close()
      this.#opening = null
    }
    return db
  }

  async #asked<R>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const db = await this.#open()
    return new Promise<R>((resolve, reject) => {
      const transaction = db.transaction(this.#things, mode)
      const request = ask(transaction.objectStore(this.#things))
      // Only a finished transaction is on the disk.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error ?? new Error('aborted'))
    })
  }
}

const tables = new Shelf<Saved>('tischlein', 'tables', 'code')
/** The rules that kept games were played under: a game can be watched, and played on, when the page has newer ones. */
const versions = new Shelf<RulesVersion>('tischlein-rules', 'versions', ['game', 'version'])

export const keep = (saved: Saved): Promise<IDBValidKey> => tables.put(saved)
export const find = (code: string): Promise<Saved | undefined> => tables.get(code)
export const drop = (code: string): Promise<undefined> => tables.drop(code)
export const rules = (game: string, version: number): Promise<RulesVersion | undefined> => versions.get([game, version])

export async function clear(): Promise<void> {
  await tables.clear()
  await versions.clear()
}

/** Keep the rules of a game as they are now, and let go of those that no kept game needs any more. */
export async function keepRules(now: RulesVersion): Promise<void> {
  await versions.put(now)
  const needed = new Set((await tables.all()).map((one) => `${one.game} ${one.version}`)).add(`${now.game} ${now.version}`)
  for (const key of (await versions.keys()) as [string, number][]) {
    if (key[0] === now.game && !needed.has(key.join(' '))) await versions.drop(key)
  }
}

/** All tables; where nothing can be kept there are none. */
export async function all(): Promise<Saved[]> {
  try {
    return await tables.all()
  } catch {
    return []
  }
}
