/** A session at a table, for tests: opened before each of them, closed after it. */
import { afterEach, beforeEach, vi } from 'vitest'
import { Session } from '@/session/session.svelte'
import { Line, welcome } from './fakes'

export let session: Session

export function eachWithSession(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    Line.opened = []
    vi.stubGlobal('WebSocket', Line)
    session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  })
  afterEach(() => {
    session.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export function sitDown(change = {}): Line {
  Line.last.accept()
  Line.last.say(welcome(change))
  return Line.last
}
