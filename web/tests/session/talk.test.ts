import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { hidden } from '@/device/hidden.svelte'
import { Session } from '@/session/session.svelte'
import { Line, welcome } from '../fakes'
import { eachWithSession, session, sitDown } from '../sitting'

eachWithSession()

test('a person who is hidden is not heard, and reactions fade', async () => {
  const line = sitDown()
  line.say({ type: 'chat', line: { n: 1, seat: 1, name: 'Hugo', text: 'hallo', at: 0 } })
  expect(session.talk.unread).toBe(1)
  hidden.hide('Hugo')
  line.say({ type: 'chat', line: { n: 2, seat: 1, name: 'Hugo', text: 'na?', at: 0 } })
  line.say({ type: 'reaction', seat: 1, reaction: 'laugh' })
  expect(session.talk.unread).toBe(1)
  expect(session.reactions).toHaveLength(0)
  hidden.show('Hugo')
  line.say({ type: 'reaction', seat: 1, reaction: 'laugh' })
  expect(session.reactions).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(session.reactions).toHaveLength(0)
})

test('what others say is said aloud for a while, unless it is read already or comes from somebody hidden', async () => {
  const line = sitDown()
  let n = 0
  const say = (seat: number, text: string): void =>
    line.say({ type: 'chat', line: { n: ++n, seat, name: seat ? 'Hugo' : 'Ada', text, at: 0 } })
  const heard = (): string[] => session.talk.aloud.map((one) => one.text)
  say(0, 'meine Worte')
  expect(heard()).toEqual([])
  say(1, 'hallo')
  say(1, 'na?')
  expect(heard()).toEqual(['na?'])
  hidden.hide('Hugo')
  expect(heard()).toEqual([])
  say(1, 'hört mich wer?')
  hidden.show('Hugo')
  expect(heard()).toEqual(['na?'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard()).toEqual([])

  say(1, 'lang '.repeat(40))
  await vi.advanceTimersByTimeAsync(7900)
  expect(heard()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(heard()).toEqual([])

  say(1, 'gleich gelesen')
  const close = session.talk.follow()
  say(1, 'schon gelesen')
  expect(heard()).toEqual([])
  close()
  say(1, 'und jetzt?')
  expect(heard()).toEqual(['und jetzt?'])
})

test('what was said and refused comes back to whoever typed it; what was heard does not', () => {
  const line = sitDown()
  expect(session.chat(' hallo ')).toBe(true)
  line.say({ type: 'chat', line: { n: 1, seat: 0, name: 'Ada', text: 'hallo', at: 0 } })
  line.say({ type: 'refused', id: null, code: 'too_fast', clause: null, text: { de: 'Langsam', en: 'Slowly' } })
  expect(session.talk.returned).toBeNull()
  session.chat('noch da?')
  line.say({ type: 'refused', id: null, code: 'too_fast', clause: null, text: { de: 'Langsam', en: 'Slowly' } })
  expect(session.talk.returned).toBe('noch da?')
  expect(session.notice?.code).toBe('too_fast')
  session.chat('noch da?')
  expect(session.talk.returned).toBeNull()
})

test('a person who is hidden stays so after a reload and at other tables, under another name', () => {
  const line = sitDown()
  hidden.hide('Hugo')
  flushSync()
  expect(line.of('sync')).toEqual([{ type: 'sync', since: 0, lang: 'en', facts: 0 }])
  for (const code of ['ABCDEF', 'OTHERS']) {
    const again = new Session({ code, token: 'key', game: 'lobo77', url: 'ws://table' })
    Line.last.accept()
    Line.last.say(welcome())
    expect(again.people.map((one) => one.name)).toEqual(['Maria', 'Player 1'])
    expect(again.talk.muted.has(1)).toBe(true)
    again.close()
  }
  hidden.show('Player 1')
  expect(session.talk.muted.size).toBe(0)
})
