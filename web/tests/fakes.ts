/** A server at the other end of the line, played by the test. */
import type { GameInfo, Lobo77View, Moment, TableInfo, Welcome } from '@/protocol/types'

export class Line {
  static opened: Line[] = []
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  readyState = Line.CONNECTING
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly url: string) {
    Line.opened.push(this)
  }

  static get last(): Line {
    const line = Line.opened.at(-1)
    if (!line) throw new Error('nobody has called')
    return line
  }

  accept(): void {
    this.readyState = Line.OPEN
    this.onopen?.()
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close(code = 1000): void {
    if (this.readyState === Line.CLOSED) return
    this.readyState = Line.CLOSED
    this.onclose?.({ code })
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type)
  }
}

export function view(change: Partial<Lobo77View> = {}): Lobo77View {
  return {
    game: 'lobo77',
    seats: 2,
    you: 0,
    phase: 'play',
    over: false,
    waiting: [0],
    turn: 0,
    next: 1,
    starter: 0,
    direction: 1,
    total: 0,
    owed: 1,
    played: 0,
    may_draw: null,
    discard: [],
    draw_count: 40,
    set_aside_count: 0,
    hand: ['7', '10'],
    unseen: {},
    danger: [11, 22, 33, 44, 55, 66, 77],
    paid: 0,
    limit: 77,
    players: [
      { seat: 0, cards: 5, chips: 3, swims: false, out: false },
      { seat: 1, cards: 5, chips: 3, swims: false, out: false },
    ],
    scores: [3, 3],
    winners: [],
    options: {},
    ...change,
  }
}

export function moment(change: Partial<Moment> = {}): Moment {
  return {
    seq: 10,
    told: 10,
    facts: null,
    head: null,
    signature: null,
    events: [],
    view: view(),
    actions: ['7', '10'].map((text, id) => ({ id, text, label: `Play ${text}`, hint: null, note: '', card: text })),
    waiting: [0],
    scores: [3, 3],
    over: false,
    winners: [],
    clock: [null, null],
    can_undo: false,
    task: 'It is your turn.',
    standings: null,
    ...change,
  }
}

export function table(change: Partial<TableInfo> = {}): TableInfo {
  const seat = { level: null, online: true, standing_in: false, may_stand_in: null, preferences: {}, avatar: null }
  return {
    code: 'ABCDEF',
    game: 'lobo77',
    version: 1,
    options: {},
    state: 'playing',
    host: 0,
    seats: [
      { seat: 0, kind: 'person', name: 'Maria', ...seat },
      { seat: 1, kind: 'bot', name: 'Hugo', ...seat, level: 'easy' },
    ],
    timer: null,
    stand_in: 'easy',
    spectators: 'public',
    pace: 'human',
    chat: true,
    lang: 'de',
    watching: 0,
    answers: [],
    created: 0,
    touched: 0,
    rematch: null,
    note: null,
    fair: null,
    starting: false,
    listed: false,
    bank: null,
    increment: 0,
    advice: false,
    deal: null,
    ...change,
  }
}

export function welcome(change: Partial<Welcome> = {}): Welcome {
  return { type: 'welcome', ...moment(), you: 0, table: table(), chat: [], undo: null, signer: null, ...change }
}

/** A game as a server lists it, without options. */
export const GAME: GameInfo = {
  id: 'lobo77',
  name: 'LOBO 77',
  tagline: { de: '', en: '' },
  seats: [2, 8],
  usual_seats: 3,
  options: [],
  levels: ['easy'],
  version: 1,
  low_wins: false,
  rounds: null,
  open_rounds: false,
  optional: [],
  answers: [],
  zones: [],
  suits: {},
}
