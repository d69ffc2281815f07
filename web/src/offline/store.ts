/**
 * Games on this device, in IndexedDB. A browser may forbid it or run out of room: calls reject then, and the game goes
 * on in memory.
 */
import { BASE } from '@/server/base'
import type { MyTable, TableInfo } from '@/protocol/types'

/** A stored table: the worker's Python writes and reads it; the page looks only at these fields. */
export interface Saved {
  code: string
  game: string
  mine: (Omit<MyTable, 'token'> & { token: string; table: TableInfo })[]
}

// Several sites may lie beside one another at one host.
const DATABASE = `tischlein${BASE}`
const TABLES = 'tables'

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'code' })
    request.onsuccess = () => resolve(watched(request.result))
    request.onerror = () => reject(request.error ?? new Error('no storage'))
    request.onblocked = () => reject(new Error('blocked'))
  })
  opening.catch(() => (opening = null))
  return opening
}

/** Open a new database next time if this one is deleted, as when a person clears the site's data during a game. */
function watched(db: IDBDatabase): IDBDatabase {
  db.onclose = () => (opening = null)
  db.onversionchange = () => {
    db.close()
    opening = null
  }
  return db
}

async function asked<R>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
  const db = await open()
  return new Promise<R>((resolve, reject) => {
    const transaction = db.transaction(TABLES, mode)
    const request = ask(transaction.objectStore(TABLES))
    // Only a finished transaction is on the disk.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error ?? new Error('aborted'))
  })
}

export const keep = (saved: Saved): Promise<IDBValidKey> => asked('readwrite', (store) => store.put(saved))
export const find = (code: string): Promise<Saved | undefined> =>
  asked('readonly', (store) => store.get(code) as IDBRequest<Saved | undefined>)
export const drop = (code: string): Promise<undefined> => asked('readwrite', (store) => store.delete(code))
export const clear = (): Promise<undefined> => asked('readwrite', (store) => store.clear())

/** Return all tables; none where the browser forbids storage. */
export async function all(): Promise<Saved[]> {
  try {
    return await asked('readonly', (store) => store.getAll() as IDBRequest<Saved[]>)
  } catch {
    return []
  }
}
