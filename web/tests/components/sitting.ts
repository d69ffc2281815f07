/** A seat at a table whose server is played by the test. */
import { onTestFinished, vi } from 'vitest'
import { Session } from '@/session/session.svelte'
import { Line, welcome } from '../fakes'

export function sitDown(change = {}): { session: Session; line: Line } {
  vi.stubGlobal('WebSocket', Line)
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  vi.unstubAllGlobals()
  onTestFinished(() => session.close())
  const line = Line.last
  line.accept()
  line.say(welcome(change))
  return { session, line }
}
