import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { News } from '@/session/session.svelte'
import { hidden } from '@/device/hidden.svelte'
import { settings } from '@/device/settings.svelte'
import { Line, moment, table, view, welcome } from '../fakes'
import { eachWithSession, session, sitDown } from '../sitting'

eachWithSession()

test('says hello with the key, and knows the table after the welcome', () => {
  const line = sitDown()
  expect(line.sent[0]).toMatchObject({ type: 'hello', token: 'key', since: 0, lang: settings.lang })
  expect(session.you).toBe(0)
  expect(session.myTurn).toBe(true)
  expect(session.may('7')).toBe(true)
  expect(session.may('22')).toBe(false)
  expect(session.name(1)).toBe('Hugo')
  expect(session.people[1]).toMatchObject({ bot: true, level: 'easy', host: false })
  expect(session.isHost).toBe(true)
})

test('a move is pending until it is answered, and nothing of its outcome is assumed', () => {
  const line = sitDown()
  session.play('7')
  expect(session.pending).toBe('7')
  expect(session.view).toMatchObject({ total: 0, hand: ['7', '10'] })
  const [play] = line.of('play')
  expect(play).toMatchObject({ seq: 10, action: '7' })
  session.play('10')
  expect(line.of('play')).toHaveLength(1)
  line.say({ type: 'accepted', id: play?.id, seq: 11 })
  expect(session.pending).toBeNull()
})

test('an undo waits for the pending move, and nothing can be played before it', () => {
  const line = sitDown()
  session.play('7')
  session.undo()
  session.play('10')
  expect(line.of('undo')).toHaveLength(0)
  line.say({ type: 'accepted', id: line.of('play')[0]?.id, seq: 11 })
  expect(line.of('undo')).toHaveLength(1)
  expect(line.of('play')).toHaveLength(1)
})

test('a refused move leaves nothing to take back', () => {
  const line = sitDown()
  session.play('7')
  session.undo()
  line.say({
    type: 'refused',
    id: line.of('play')[0]?.id,
    code: 'stale',
    clause: '',
    text: { de: 'Zu spät', en: 'Too late' },
  })
  session.play('10')
  line.say({ type: 'accepted', id: line.of('play')[1]?.id, seq: 11 })
  expect(line.of('undo')).toHaveLength(0)
})

test('after a break the pending move goes out again, and an undo that waited for it does not', async () => {
  const line = sitDown()
  session.play('7')
  session.undo()
  line.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  const again = Line.last
  again.accept()
  again.say(welcome())
  expect(again.of('play')).toEqual(line.of('play'))
  again.say({ type: 'accepted', id: line.of('play')[0]?.id, seq: 11 })
  expect(again.of('undo')).toHaveLength(0)
  expect(session.pending).toBeNull()
})

test('what is not legal is asked about, and the reason becomes the notice for a while', async () => {
  const line = sitDown()
  session.play('22')
  expect(line.of('play')).toHaveLength(0)
  const [why] = line.of('why')
  expect(why).toMatchObject({ action: '22' })
  line.say({ type: 'because', id: why?.id, code: 'not_in_hand', clause: 'L5', text: { de: 'Nein', en: 'No' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(session.notice).toMatchObject({ code: 'not_in_hand', clause: 'L5' })
  await vi.advanceTimersByTimeAsync(8000)
  expect(session.notice).toBeNull()
})

test('news older than what is known are dropped, a gap asks for a welcome', async () => {
  const line = sitDown()
  line.say({ type: 'news', ...moment({ seq: 9 }) })
  expect(session.view).toMatchObject({ total: 0 })
  const event = { seq: 13, seat: 1, kind: 'play', card: '9', total: 16, direction: 1 } as const
  line.say({ type: 'news', ...moment({ seq: 13, told: 13, events: [event] }) })
  expect(line.of('sync')).toMatchObject([{ type: 'sync', since: 10 }])
  expect(session.events).toHaveLength(0)
})

test('news are shown one after the other, each when the motion before it has ended', async () => {
  const line = sitDown()
  const shown: News[] = []
  const ends: (() => void)[] = []
  session.onNews((news) => {
    shown.push(news)
    return new Promise((resolve) => ends.push(resolve))
  })
  line.say({
    type: 'news',
    ...moment({
      seq: 11,
      told: 11,
      view: view({ total: 7 }),
      actions: [],
      events: [{ seq: 11, seat: 0, kind: 'play', card: '7', total: 7 }],
    }),
  })
  line.say({
    type: 'news',
    ...moment({
      seq: 12,
      told: 12,
      view: view({ total: 17 }),
      events: [{ seq: 12, seat: 1, kind: 'play', card: '10', total: 17 }],
    }),
  })
  // Nothing tells of it before its motion has ended: no view, no score, no line in the log.
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({ before: { total: 0 }, after: { total: 7 } })
  expect(session.view).toMatchObject({ total: 0 })
  expect(session.events).toHaveLength(0)
  expect(session.actions).toHaveLength(0)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.view).toMatchObject({ total: 7 })
  expect(session.events.map((event) => event.seq)).toEqual([11])
  expect(shown[1]).toMatchObject({ before: { total: 7 }, after: { total: 17 } })
  expect(session.myTurn).toBe(false)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.myTurn).toBe(true)
  expect(session.events.map((event) => event.seq)).toEqual([11, 12])
})

test('a welcome during a motion takes its place, and no event is lost', async () => {
  const line = sitDown()
  const ends: (() => void)[] = []
  session.onNews((news) => (news.jump ? undefined : new Promise((resolve) => ends.push(resolve))))
  line.say({
    type: 'news',
    ...moment({
      seq: 11,
      told: 11,
      view: view({ total: 7 }),
      events: [{ seq: 11, seat: 0, kind: 'play', card: '7', total: 7 }],
    }),
  })
  line.say(
    welcome({
      seq: 12,
      told: 12,
      view: view({ total: 17 }),
      events: [{ seq: 12, seat: 1, kind: 'play', card: '10', total: 17 }],
    }),
  )
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.view).toMatchObject({ total: 17 })
  expect(session.events.map((event) => event.seq)).toEqual([11, 12])
})

test('no clock tells what a motion leads to before it has ended, and neither does a tap', async () => {
  const line = sitDown()
  const ends: (() => void)[] = []
  session.onNews(() => new Promise((resolve) => ends.push(resolve)))
  line.say({
    type: 'news',
    ...moment({
      seq: 11,
      told: 11,
      view: view({ total: 1 }),
      events: [{ seq: 11, seat: 1, kind: 'play', card: '10', total: 17 }],
    }),
  })
  await vi.advanceTimersByTimeAsync(9_000)
  session.skip()
  expect(session.hurry).toBe(true)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(session.myTurn).toBe(false)
  expect(session.events).toHaveLength(0)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.myTurn).toBe(true)
  expect(session.events).toHaveLength(1)
  expect(session.hurry).toBe(false)
})

test('a tap hurries what was waiting, not what comes later', async () => {
  const line = sitDown()
  const hurried: boolean[] = []
  const ends: (() => void)[] = []
  session.onNews(() => {
    hurried.push(session.hurry)
    return new Promise((resolve) => ends.push(resolve))
  })
  for (const seq of [11, 12]) line.say({ type: 'news', ...moment({ seq, told: 10, view: view({ total: seq }) }) })
  session.skip()
  line.say({ type: 'news', ...moment({ seq: 13, told: 10, view: view({ total: 13 }) }) })
  for (const k of [0, 1, 2]) {
    ends[k]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(hurried).toEqual([false, true, false])
})

test('a table that moved on clears the move and says so', () => {
  const line = sitDown()
  session.play('7')
  line.say({
    type: 'refused',
    id: line.of('play')[0]?.id,
    code: 'stale',
    clause: '',
    text: { de: 'Schau noch einmal', en: 'Look again' },
  })
  expect(session.pending).toBeNull()
  expect(session.notice?.code).toBe('stale')
})

test.each(['too_fast', 'too_large', 'illegal'])('a move refused with %s is no longer marked', (code) => {
  const line = sitDown()
  session.play('7')
  // What was not read has no id in its answer.
  const id = code === 'illegal' ? line.of('play')[0]?.id : null
  line.say({ type: 'refused', id, code, clause: '', text: { de: 'Nein', en: 'No' } })
  expect(session.pending).toBeNull()
  expect(session.notice?.code).toBe(code)
  session.play('10')
  expect(line.of('play')).toHaveLength(2)
})

test('somebody asks to take a move back', () => {
  const line = sitDown()
  line.say({ type: 'undo_asked', undo: { seat: 1, open: [0] } })
  expect(session.undoAsked).toEqual({ seat: 1, open: [0] })
  session.answerUndo(false)
  expect(line.of('undo_answer')).toEqual([{ type: 'undo_answer', agree: false }])
  line.say({ type: 'undo_answered', seat: 1, agreed: false, how: 'refused', by: 0 })
  expect(session.undoAsked).toBeNull()
  expect(session.notice).toBeNull() // whoever said no knows it
  line.say({ type: 'undo_answered', seat: 1, agreed: false, how: 'refused', by: 1 })
  expect(session.notice?.text.en).toMatch(/.+ wants the move to stand\./)
  line.say({ type: 'undo_asked', undo: { seat: 1, open: [0] } })
  line.say({ type: 'undo_answered', seat: 1, agreed: false, how: 'expired', by: null })
  expect(session.notice?.text).toEqual({
    de: 'Niemand hat rechtzeitig geantwortet: Der Zug gilt.',
    en: 'Nobody answered in time: the move stands.',
  })
})

test('a player asks for more time, and another one gives it', () => {
  const line = sitDown({ clock: [30_000, null], waiting: [0] })
  expect(session.mayAskTime).toBe(true)
  session.moreTime()
  line.say({ type: 'more_time', seat: 0, by: null })
  expect(session.timeAsked).toBe(0)
  line.say({ type: 'more_time', seat: 0, by: 1 })
  expect([session.timeAsked, session.notices.given.now]).toEqual([null, { seat: 0 }])
  line.say({ type: 'news', ...moment({ clock: [null, 5000], waiting: [1], seq: 11 }) })
  expect(session.mayAskTime).toBe(false)
  line.say({ type: 'more_time', seat: 1, by: null })
  session.moreTime()
  expect(line.of('more_time')).toEqual([
    { type: 'more_time', seat: 0 },
    { type: 'more_time', seat: 1 },
  ])
  line.say({ type: 'news', ...moment({ clock: [5000, null], waiting: [0], seq: 12 }) })
  expect(session.timeAsked).toBeNull()
})

test('only who asks for another game goes there; the others may stay at the result', () => {
  const line = sitDown({ over: true })
  line.say({ type: 'rematch', code: 'NEXT77' })
  expect(session.nextTable).toBe('NEXT77')
  expect(session.goesOn).toBe(false)
  session.rematch()
  expect(session.goesOn).toBe(true)
  expect(line.of('rematch')).toHaveLength(0)
})

test('another game that is refused leads nowhere', () => {
  const line = sitDown({ over: true })
  session.rematch()
  expect(line.of('rematch')).toHaveLength(1)
  line.say({ type: 'refused', id: null, code: 'full', clause: '', text: { de: 'Nein', en: 'No' } })
  expect(session.goesOn).toBe(false)
  expect(session.notice?.code).toBe('full')
})

test('a deal told from its beginning replaces what was known of the table', () => {
  const line = sitDown({
    events: [
      { seq: 1, seat: 0, kind: 'lot' },
      { seq: 2, seat: 0, kind: 'deal', card: '7' },
    ],
    told: 2,
  })
  line.say(welcome({ events: [{ seq: 1, seat: 1, kind: 'lot' }], told: 1, table: table({ state: 'playing' }) }))
  expect(session.events).toEqual([{ seq: 1, seat: 1, kind: 'lot' }])
})

test('the clock shows my own time before anybody else’s', () => {
  vi.setSystemTime(1_000_000)
  sitDown({ clock: [30_000, 5000] })
  expect(session.deadline).toBe(1_030_000)
})

test('while an undo is asked for only the clock of whoever asks runs', () => {
  const line = sitDown({ clock: [30_000, 5000] })
  expect(session.clockRests).toBe(false)
  line.say({ type: 'undo_asked', undo: { seat: 1, open: [0] } })
  expect(session.clockRests).toBe(true)
  line.say({ type: 'undo_asked', undo: { seat: 0, open: [1] } })
  expect(session.clockRests).toBe(false)
  line.say({ type: 'news', ...moment({ clock: [null, 5000] }) }) // the clock of the other one is in the bar now
  expect(session.clockRests).toBe(true)
})

test('while an undo is asked for the clocks at the seats rest too, but for the one of whoever asks', () => {
  vi.setSystemTime(1_000_000)
  const line = sitDown({ clock: [30_000, 5000] })
  vi.setSystemTime(1_002_000)
  line.say({ type: 'undo_asked', undo: { seat: 1, open: [0] } })
  const resting = [
    { runs: false, left: 28_000 },
    { runs: true, until: 1_005_000 },
  ]
  expect(session.clocks).toEqual(resting)
  vi.setSystemTime(1_004_000)
  line.say({ type: 'undo_asked', undo: { seat: 1, open: [] } })
  expect(session.clocks).toEqual(resting)
  // The same position with another clock.
  line.say({ type: 'news', ...moment({ clock: [28_000, 1000] }) })
  expect(session.clocks).toEqual(resting)
  line.say({ type: 'undo_answered', seat: 1, agreed: false, how: 'refused', by: 0 })
  line.say({ type: 'news', ...moment({ clock: [28_000, 1000] }) })
  expect(session.clocks[0]).toEqual({ runs: true, until: 1_032_000 })
})

test('the same position with another clock sets the clock, and shows nothing twice', () => {
  vi.setSystemTime(1_000_000)
  const line = sitDown({ clock: [30_000, null] })
  const shown: News[] = []
  session.onNews((news) => void shown.push(news))
  line.say({ type: 'news', ...moment({ clock: [60_000, null], can_undo: true }) })
  expect(session.deadline).toBe(1_060_000)
  expect(session.mayUndo).toBe(true)
  expect(shown).toHaveLength(0)
})

test('advice is told again in another language, as long as it is shown', () => {
  settings.lang = 'de'
  const line = sitDown()
  session.askAdvice()
  expect(line.of('advice')).toHaveLength(1)
  line.say({ type: 'advice', id: line.of('advice')[0]?.id, choices: [], text: ['Ich würde die 7 wählen.'] })
  settings.lang = 'en'
  flushSync()
  expect(line.of('advice')).toHaveLength(2)
  line.say({ type: 'advice', id: line.of('advice')[1]?.id, choices: [], text: ['I would choose the 7.'] })
  expect(session.advice.now).toMatchObject({ text: ['I would choose the 7.'] })
  session.advice.putAway()
  settings.lang = 'de'
  flushSync()
  expect(line.of('advice')).toHaveLength(2)
})

test('another language is a welcome with everything told again in it', () => {
  settings.lang = 'de'
  const line = sitDown({
    told: 10,
    events: [{ seq: 10, seat: 1, kind: 'play', card: '5', total: 5, text: 'Hugo spielt 5.' }],
  })
  flushSync()
  expect(line.of('sync')).toHaveLength(0)
  settings.lang = 'en'
  flushSync()
  expect(line.of('sync')).toEqual([{ type: 'sync', since: 0, lang: 'en', facts: 0 }])
  line.say(
    welcome({
      told: 10,
      task: 'Your turn',
      events: [
        { seq: 1, seat: 0, kind: 'lot', text: '' },
        { seq: 10, seat: 1, kind: 'play', card: '5', total: 5, text: 'Hugo plays 5.' },
      ],
    }),
  )
  expect(session.events.map((event) => session.sentence(event))).toEqual(['', 'Hugo plays 5.'])
  expect(session.task).toBe('Your turn')
})

test('another language is asked for once, also where a name is hidden', () => {
  settings.lang = 'de'
  hidden.hide('Hugo')
  flushSync()
  const line = sitDown()
  settings.lang = 'en'
  flushSync()
  expect(line.of('sync')).toEqual([{ type: 'sync', since: 0, lang: 'en', facts: 0 }])
  line.say(welcome())
  expect(session.name(1)).toBe('Player 1')
  hidden.show('Hugo')
  flushSync()
  expect(line.of('sync')).toHaveLength(2)
})

test('what only bots still play goes by quickly, and faster still for whoever wants it', () => {
  sitDown()
  expect(session.speed).toBe(1)
  session.watch('steps')
  expect(session.speed).toBeGreaterThan(2)
  const usual = session.speed
  session.watch('fast')
  expect(session.speed).toBeGreaterThan(usual)
  session.watch(null)
  expect(session.speed).toBe(1)
})
