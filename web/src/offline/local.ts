/**
 * The page's side of tables on this device: answers requests and sockets as a server would, from a worker that starts
 * when it is needed.
 */
import type { Lang } from '@/device/settings.svelte'
import { bilingual } from '@/texts/errors'
import type { CreateTable, MyTable, TableCreated } from '@/protocol/types'
import type { Bilingual, Moment, Reason, Seat } from '@/server/wire'
import workerUrl from './worker?worker&url'
import { listed, summaries, type Checked, type ToldDecision } from './house'
import { all, drop, find } from './store'
import type { Call, Question, Reply } from './worker'

export { workerUrl }

/** A table on this device refuses something, as a server would. */
export class LocalError extends Error {
  constructor(readonly error: { status: number; code: string; text: Bilingual }) {
    super(error.text.en)
  }
}

const NO_WEBASSEMBLY = bilingual('no_webassembly')

/** Whether games can be played on this device: without storage they can while the page is open. */
export const able = (): boolean => typeof WebAssembly === 'object' && typeof Worker === 'function'

const NO_WORKER = bilingual('no_worker')

let worker: Worker | null = null
let count = 0
const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
const sockets = new Map<number, LocalSocket>()

function started(): Worker {
  if (worker) return worker
  if (!able()) throw new LocalError({ status: 0, code: 'no_webassembly', text: NO_WEBASSEMBLY })
  worker = new Worker(workerUrl, { type: 'module' })
  const fresh = worker
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    fresh.onerror = null // it answers, so it was loaded
    if ('listener' in data) return sockets.get(data.listener)?.hear(data.message)
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.reject(new LocalError(data.error))
    else asked?.resolve(data.result)
  }
  worker.onerror = lost
  return worker
}

/** The worker could not be loaded: pending requests fail, and the next one tries again. */
function lost(): void {
  worker?.terminate()
  worker = null
  const error = { status: 0, code: 'not_loaded', text: NO_WORKER }
  for (const asked of waiting.values()) asked.reject(new LocalError(error))
  waiting.clear()
  for (const socket of [...sockets.values()]) socket.hear({ type: 'goodbye', ...error })
}

function say(question: Question): void {
  started().postMessage(question)
}

function call<T>(name: Call, ...given: unknown[]): Promise<T> {
  count += 1
  const id = count
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
    try {
      say({ id, call: name, with: given })
    } catch (error) {
      waiting.delete(id)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

export const wake = (): Promise<void> => call('wake')
export const create = (wish: CreateTable): Promise<TableCreated> => call('create', plain(wish))
export const check = (record: unknown, promised: boolean): Promise<Record<Lang, Checked>> =>
  call('check', plain(record), promised)
/** The first field of a server's message that does not follow from the facts; null if all do. */
export const compare = (asked: object): Promise<string | null> => call('compare', asked)
export const situation = (asked: object): Promise<Moment> => call('situation', plain(asked))
export const objection = (asked: object): Promise<Reason | null> => call('objection', plain(asked))
export const exercise = (asked: object): Promise<ToldDecision> => call('exercise', plain(asked))
/**
 * The seats of people at a table on this device: the table itself knows them, where the device's list of keys is lost.
 */
export async function keys(code: string): Promise<Seat[]> {
  const saved = await find(code).catch(() => undefined)
  return saved ? summaries(saved).map(({ seat, token }) => ({ seat, token })) : []
}
export const forget = (code: string): Promise<unknown> => drop(code).catch(() => undefined)
export const tables = async (tokens: readonly string[]): Promise<MyTable[]> => listed(await all(), tokens)

function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** A request about a table on this device. */
export function answer(path: string, token: string | null): Promise<unknown> {
  const url = new URL(path, 'http://here')
  const [, , code = '', part = ''] = url.pathname.split('/')
  const asked = url.searchParams
  if (part === 'record') return call('record', code)
  if (part !== 'replay') return call('info', code)
  const seat = asked.get('seat')
  return call('replay', code, {
    seat: seat === null ? null : Number(seat),
    lang: asked.get('lang'),
    after: asked.get('after'),
    token,
  })
}

/** As a WebSocket, as far as the page uses one. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  #listener: number
  #greeted = false
  #code: string

  constructor(code: string) {
    count += 1
    this.#listener = count
    this.#code = code
    sockets.set(this.#listener, this)
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    })
  }

  send(text: string): void {
    const message = JSON.parse(text) as object
    const first = !this.#greeted
    this.#greeted = true
    say(
      first
        ? { listener: this.#listener, code: this.#code, hello: message }
        : { listener: this.#listener, hear: message },
    )
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  close(code = 1000): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    sockets.delete(this.#listener)
    // A worker that was lost has forgotten this listener already.
    if (this.#greeted) worker?.postMessage({ listener: this.#listener, goodbye: true } satisfies Question)
    this.onclose?.({ code })
  }
}
