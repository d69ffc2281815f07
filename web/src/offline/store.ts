/** Games on this device, in IndexedDB. A browser may forbid it, or have no more room: callers are told, and the game goes on. */
import type { MyTable, TableInfo } from '@/protocol/types'

/** A table as it is kept: what the worker's Python writes and reads; the page looks only at this. */
export interface Saved {
  code: string
  game: string
  mine: (Omit<MyTable, 'token'> & { token: string; table: TableInfo })[]
}

const NAME = 'tischlein'
const TABLES = 'tables'

let opening: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'code' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no storage'))
    request.onblocked = () => reject(new Error('blocked'))
  })
  opening.catch(() => (opening = null))
  return opening
}

async function asked<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await database()
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(TABLES, mode)
    const request = ask(transaction.objectStore(TABLES))
    // Only a finished transaction is on the disk.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error ?? new Error('aborted'))
  })
}

export const keep = (saved: Saved): Promise<IDBValidKey> => asked('readwrite', (store) => store.put(saved))
export const find = (code: string): Promise<Saved | undefined> => asked('readonly', (store) => store.get(code) as IDBRequest<Saved | undefined>)
export const clear = (): Promise<undefined> => asked('readwrite', (store) => store.clear())
export const drop = (code: string): Promise<undefined> => asked('readwrite', (store) => store.delete(code))

/** All tables; where nothing can be kept there are none. */
export async function all(): Promise<Saved[]> {
  try {
    return await asked('readonly', (store) => store.getAll() as IDBRequest<Saved[]>)
  } catch {
    return []
  }
}
