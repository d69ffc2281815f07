import { isLocal } from '@/offline/codes'
import { LocalSocket } from '@/offline/local'

/**
 * A socket that comes back: it says hello again after every break, and waits longer each time it is not welcomed after
 * a few attempts.
 */

export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface SocketEvents {
  /** The first message on every connection. */
  hello: () => object
  message: (message: unknown) => void
  state: (state: SocketState) => void
  /** The server has closed for good (no such table, no such seat): no further attempts. */
  refused: (code: number) => void
}

const FIRST_WAIT = 400
// The number of quick attempts if no server answers: where one of two servers has died, some may still be
// led to it.
const QUICK_ATTEMPTS = 5
const LONGEST_WAIT = 10_000
// How often a connection is checked, how long it may be quiet before the server is asked whether it is there, and how
// long it may take to answer this, or to open the connection.
const PULSE = 5_000
const QUIET = 20_000
const ANSWER = 12_000
// 4000 and above are the server's own codes: trying again would not help.
const FINAL = 4000

/** Where a table is reached; one on this device is in the page itself. */
export function address(code: string): string {
  if (isLocal(code)) return `here:${code}`
  const url = new URL(`/api/tables/${encodeURIComponent(code)}/socket`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Where a page that is not at a table says that it is open. */
export function guestAddress(): string {
  const url = new URL('/api/guest/socket', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

export class Socket {
  #url: string
  #on: SocketEvents
  #socket: WebSocket | LocalSocket | null = null
  #attempt = 0
  #answered = false // a server answered, but has not welcomed us
  #timer: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #heard = 0 // when something came from the server, by a clock that never goes back
  #said = false // something went out since then
  #asked: number | null = null // when the server was asked whether it is there; null once it has answered
  #closed = false

  constructor(url: string, on: SocketEvents) {
    this.#url = url
    this.#on = on
    globalThis.addEventListener?.('online', this.#hurry)
    globalThis.document?.addEventListener('visibilitychange', this.#hurry)
    this.#open()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** True if it went out; nothing is kept for later, the caller knows what is still worth saying. */
  send(message: object): boolean {
    if (!this.isOpen) return false
    this.#socket?.send(JSON.stringify(message))
    this.#said = true
    return true
  }

  /** The server has taken us in: the next break starts with a short wait again. */
  welcomed(): void {
    this.#attempt = 0
    this.#answered = false
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#beat)
    globalThis.removeEventListener?.('online', this.#hurry)
    globalThis.document?.removeEventListener('visibilitychange', this.#hurry)
    this.#socket?.close(1000)
    this.#on.state('closed')
  }

  #hurry = (): void => {
    if (this.#closed || globalThis.document?.visibilityState === 'hidden') return
    if (this.#socket) return this.#ask(this.#socket)
    clearTimeout(this.#timer)
    this.#open()
  }

  #open(): void {
    this.#on.state('connecting')
    const here = /^here:(.+)$/.exec(this.#url)?.[1]
    const socket = here === undefined ? new WebSocket(this.#url) : new LocalSocket(here)
    this.#socket = socket
    this.#asked = performance.now()
    clearInterval(this.#beat)
    if (here === undefined) this.#beat = setInterval(() => this.#pulse(socket), PULSE)
    socket.onopen = () => {
      this.#hear()
      this.#answered = true
      socket.send(JSON.stringify(this.#on.hello()))
      this.#on.state('open')
    }
    socket.onmessage = (event: { data: unknown }) => {
      this.#hear()
      this.#on.message(JSON.parse(String(event.data)))
    }
    socket.onclose = (event: { code: number }) => this.#lost(socket, event.code)
  }

  #hear(): void {
    this.#heard = performance.now()
    this.#said = false
    this.#asked = null
  }

  #ask(socket: WebSocket | LocalSocket): void {
    if (socket.readyState !== WebSocket.OPEN || this.#asked !== null) return
    this.#asked = performance.now()
    socket.send(JSON.stringify({ type: 'ping' }))
  }

  /** Give up a connection that looks open though nobody answers: a phone has slept, or the server hangs. */
  #pulse(socket: WebSocket | LocalSocket): void {
    const now = performance.now()
    if (this.#asked !== null) {
      if (now - this.#asked < ANSWER) return
      socket.close()
      this.#lost(socket, 1006) // at once: browsers wait for a minute before they report it closed
    } else if (this.#said || now - this.#heard >= QUIET) this.#ask(socket)
  }

  #lost(socket: WebSocket | LocalSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    clearInterval(this.#beat)
    if (this.#closed) return
    if (code >= FINAL) {
      this.#closed = true
      this.#on.state('closed')
      this.#on.refused(code)
      return
    }
    this.#on.state('waiting')
    this.#attempt = Math.max(this.#attempt + 1, this.#answered ? QUICK_ATTEMPTS : 0)
    this.#answered = false
    const longer = 2 ** Math.max(0, this.#attempt - QUICK_ATTEMPTS)
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * longer) * (0.75 + Math.random() / 2)
    this.#timer = setTimeout(() => this.#open(), wait)
  }
}
