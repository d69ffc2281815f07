/**
 * All tables on this device: questions to Python one after the other, what changed on the disk before anybody hears of
 * it, bots when it is their time. Knows no worker and no page, so that tests run it in Node.
 */
import { areValid } from '@/fair/signatures'
import type { Lang } from '@/device/settings.svelte'
import { bilingual } from '@/texts/errors'
import type { CreateTable, MyTable, Replay, ReviewLesson, TableCreated, TableInfo } from '@/protocol/types'
import type { Bilingual, Moment, Reason } from '@/server/wire'
import { newCode, newToken } from './codes'
import type { Answer, Next, Python, Think } from './python'
import type { Saved } from './store'

/** Compiled search, and the net of a game that has one. */
export interface Thinker {
  decide(
    level: string,
    known: Uint8Array,
    seat: number,
    actions: readonly number[],
    rng: readonly [number, number, number],
    budget: { seconds: number },
  ): Promise<number>
}

export interface Surroundings {
  python(): Promise<Python>
  /** The compiled rules of a game; null: they cannot be had, and rules of thumb in Python stand in. */
  thinker(game: string): Promise<Thinker | null>
  store: {
    keep(saved: Saved): Promise<unknown>
    find(code: string): Promise<Saved | undefined>
  }
  /** Only one tab plays at a table: resolves to what gives it back, or to null when another has it. */
  lock(code: string): Promise<(() => void) | null>
  send(listener: number, message: object): void
}

/** What `tischlein verify --json` prints of a game. */
export interface Checked {
  verdict: 'good' | 'note' | 'bad' | 'unable'
  text: string
  findings: { kind: Checked['verdict']; code: string; text: string }[]
}

/** A decision to be tried again; the game that it comes from may be unknown. */
export type ToldDecision = Omit<ReviewLesson, 'frame'>

export class Refused extends Error {
  constructor(readonly error: { status: number; code: string; text: Bilingual; detail?: string }) {
    super(error.text.en)
  }
}

interface Thought {
  action: number
  level?: string
  known?: string
  actions: number[]
  rng: [number, number, number]
  seconds: number
}

interface Open {
  game: string
  python: Python
  listeners: Set<number>
  unlock: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

const ELSEWHERE = bilingual('elsewhere')

const NONE = bilingual('none')

const UNKNOWN = bilingual('unknown')

const SHUT = bilingual('shut')

export class House {
  #around: Surroundings
  #open = new Map<string, Open>()
  #where = new Map<number, string>()
  #turn: Promise<unknown> = Promise.resolve()
  /** What could not be written to the disk lives here as long as the page does. */
  #memory = new Map<string, { saved: Saved; note: string }>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  // Requests

  /** Start before the first request: to start Python takes as long as everything else that a first table needs. */
  async wake(): Promise<void> {
    await this.#around.python()
  }

  async create(wish: CreateTable, chance?: string[]): Promise<TableCreated> {
    const python = await this.#game(wish.game)
    const code = newCode()
    const tokens = [wish.name, ...(wish.hot_seat ?? [])].map(newToken)
    return this.#inTurn(() =>
      this.#ask<TableCreated>(python, code, { ask: 'create', tokens, wish, chance: chance ?? null }),
    )
  }

  async info(code: string): Promise<TableInfo> {
    const [mine] = summaries(await this.#saved(code))
    return mine?.table ?? (await this.#look<TableInfo>(code, { ask: 'info' }))
  }

  async record(code: string): Promise<object> {
    return this.#look<object>(code, { ask: 'record' })
  }

  async replay(
    code: string,
    asked: { seat: number | null; lang: string | null; after: string | null; token: string | null },
  ): Promise<Replay> {
    return this.#look<Replay>(code, { ask: 'replay', ...asked })
  }

  /** Check the deal of a finished game of a server, or of a file; `promised`: the table had shown a commitment. */
  async check(record: unknown, promised: boolean): Promise<Record<Lang, Checked>> {
    const python = await this.#pythonFor((record ?? {}) as { game?: unknown })
    const signatures = await areValid(record)
    return python.ask<Record<Lang, Checked>>({ ask: 'check', record, signatures, promised }).result
  }

  /** What the learner sees in a situation of a lesson after some moves. */
  async situation(asked: { position: { game: string } }): Promise<Moment> {
    return this.#taught<Moment>('situation', asked.position.game, asked)
  }

  /** Why the learner cannot play an action; null: it is legal. */
  async objection(asked: { position: { game: string } }): Promise<Reason | null> {
    return this.#taught<Reason | null>('objection', asked.position.game, asked)
  }

  /** A puzzle in words: the table as its seat knows it, and what each choice is worth. */
  async exercise(asked: { game: string }): Promise<ToldDecision> {
    return this.#taught<ToldDecision>('exercise', asked.game, asked)
  }

  /** Whether a server's message follows from the facts that it told: the first field that does not. */
  async compare(asked: { game: string }): Promise<string | null> {
    return this.#taught<string | null>('compare', asked.game, asked)
  }

  // Connections

  async hello(listener: number, code: string, message: object): Promise<void> {
    this.#where.set(listener, code)
    const open = await this.#enter(code, listener)
    if (!open) {
      this.#around.send(listener, { type: 'goodbye', code: 'elsewhere', text: ELSEWHERE })
      return
    }
    if (this.#where.get(listener) !== code) return this.#leave(code, open, listener) // gone while the table was read
    await this.#inTurn(() => this.#ask(open.python, code, { ask: 'hello', listener, message }))
  }

  async hear(listener: number, message: object): Promise<void> {
    const code = this.#where.get(listener)
    const open = code === undefined ? undefined : this.#open.get(code)
    if (code === undefined || !open?.listeners.has(listener)) return
    await this.#inTurn(() => this.#ask(open.python, code, { ask: 'message', listener, message, fresh: newCode() }))
  }

  async goodbye(listener: number): Promise<void> {
    const code = this.#where.get(listener)
    this.#where.delete(listener)
    const open = code === undefined ? undefined : this.#open.get(code)
    if (code !== undefined && open) await this.#leave(code, open, listener)
  }

  // Inside

  async #taught<T>(ask: string, game: string, asked: object): Promise<T> {
    const python = await this.#game(game)
    const { result, error } = python.ask<T>({ ask, game, ...asked })
    if (error) throw new Refused(error)
    return result
  }

  async #leave(code: string, open: Open, listener: number): Promise<void> {
    if (!open.listeners.delete(listener)) return
    await this.#inTurn(async () => {
      if (this.#open.get(code) !== open) return // closed when the last player left just before
      await this.#ask(open.python, code, { ask: 'gone', listener })
      if (open.listeners.size) return
      clearTimeout(open.timer)
      this.#open.delete(code)
      await this.#ask(open.python, code, { ask: 'close' })
      open.unlock()
    })
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(job, job)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /**
   * Load the rules of a game. A stored game, or one of a server, may be one that this page does not have: trying again
   * does not help then.
   */
  async #game(id: string): Promise<Python> {
    const python = await this.#around.python()
    try {
      await python.game(id)
      return python
    } catch (error) {
      if (await python.lacks(id)) throw new Refused({ status: 0, code: 'no_rules', text: UNKNOWN })
      throw error
    }
  }

  /** Return a Python that can judge a game from anywhere, with the rules of its game if it names one. */
  async #pythonFor({ game }: { game?: unknown }): Promise<Python> {
    return typeof game === 'string' ? this.#game(game) : this.#around.python()
  }

  /** Read a kept game into Python; the caller has its turn. */
  async #read(python: Python, code: string, saved: Saved): Promise<void> {
    await this.#ask(python, code, { ask: 'open', saved })
    const note = this.#memory.get(code)?.note
    if (note) await this.#ask(python, code, { ask: 'note', note })
  }

  async #saved(code: string): Promise<Saved> {
    const found = this.#memory.get(code)?.saved ?? (await this.#around.store.find(code).catch(() => null))
    if (found === null) throw new Refused({ status: 0, code: 'no_storage', text: SHUT })
    if (!found) throw new Refused({ status: 404, code: 'no_table', text: NONE })
    return found
  }

  /** A question to a table that may not be open: it is read for that only, and not kept in Python. */
  async #look<T>(code: string, question: object): Promise<T> {
    const saved = await this.#saved(code)
    const python = this.#open.get(code)?.python ?? (await this.#pythonFor(saved))
    return this.#inTurn(async () => {
      const open = this.#open.get(code)
      if (open) return this.#ask<T>(open.python, code, question)
      try {
        await this.#read(python, code, saved)
        return await this.#ask<T>(python, code, question)
      } finally {
        await this.#ask(python, code, { ask: 'close' })
      }
    })
  }

  /** Open a table to play at it; null if another tab has it open. */
  async #enter(code: string, listener: number): Promise<Open | null> {
    const known = this.#open.get(code)
    if (known) {
      known.listeners.add(listener)
      return known
    }
    const python = await this.#pythonFor(await this.#saved(code))
    return this.#inTurn(async () => {
      const meanwhile = this.#open.get(code)
      meanwhile?.listeners.add(listener)
      if (meanwhile) return meanwhile
      const unlock = await this.#around.lock(code)
      if (!unlock) return null
      let saved: Saved
      try {
        // What is on the disk now: another tab may have played on since.
        saved = await this.#saved(code)
        await this.#read(python, code, saved)
      } catch (error) {
        unlock()
        throw error
      }
      const open: Open = {
        game: saved.game,
        python,
        listeners: new Set([listener]),
        unlock,
        timer: undefined,
      }
      this.#open.set(code, open)
      return open
    })
  }

  /** One question; what changed is kept before anybody is told. The caller has its turn. */
  async #ask<T>(python: Python, code: string, question: object): Promise<T> {
    const answer = python.ask<T>({ ...question, code, ...now() })
    await this.#keep(python, code, answer)
    for (const [listener, message] of answer.send) this.#around.send(listener, message)
    const open = this.#open.get(code)
    if (open && answer.next) this.#schedule(code, open, answer.next)
    if (answer.error) throw new Refused(answer.error)
    return answer.result
  }

  async #keep(python: Python, code: string, answer: Answer): Promise<void> {
    for (const saved of answer.save) {
      const heard = this.#memory.has(saved.code)
      let note: string | null = null
      try {
        await this.#around.store.keep(saved)
        this.#memory.delete(saved.code)
      } catch (error) {
        note = (error as { name?: string } | null)?.name === 'QuotaExceededError' ? 'full' : 'not_kept'
        this.#memory.set(saved.code, { saved, note })
      }
      // A table says once that it is not kept, and that it is kept again.
      if (heard === (note !== null)) continue
      const said = python.ask({ ask: 'note', code: saved.code, note, ...now() })
      if (saved.code !== code) continue
      answer.send.push(...said.send)
      answer.next = { think: said.next?.think ?? answer.next?.think ?? null, wake: said.next?.wake ?? null }
    }
  }

  // Bots

  #schedule(code: string, open: Open, { think, wake }: Next): void {
    clearTimeout(open.timer)
    if (wake !== null)
      open.timer = setTimeout(() => this.#later(open, code, { ask: 'woken' }), Math.max(0, wake - now().ticks))
    if (think) void this.#decided(code, open, think)
  }

  async #decided(code: string, open: Open, think: Think): Promise<void> {
    const action = await this.#thought(code, open, think).catch(() => null)
    if (action !== null) this.#later(open, code, { ask: 'decide', seat: think.seat, since: think.since, action })
  }

  /** Ask something of a table that may be closed by then. */
  #later(open: Open, code: string, question: object): void {
    void this.#inTurn(async () => {
      if (this.#open.get(code) === open) await this.#ask(open.python, code, question)
    }).catch(() => undefined)
  }

  async #thought(code: string, { python, game }: Open, { seat, since, seconds }: Think): Promise<number | null> {
    const thinker = await this.#around.thinker(game).catch(() => null)
    const { result } = await this.#inTurn(async () =>
      python.ask<Thought | null>({ ask: 'think', code, seat, since, seconds, ...now() }),
    )
    if (!result) return null
    if (result.known === undefined || !thinker) return result.action
    const known = Uint8Array.from(result.known.match(/../g) ?? [], (pair) => parseInt(pair, 16))
    // Where compiled code fails, it has no memory for one, rules of thumb have said something already.
    return thinker
      .decide(result.level ?? '', known, seat, result.actions, result.rng, { seconds: result.seconds })
      .catch(() => result.action)
  }
}

/** The time of day, which is stored, and a clock that never goes back. */
function now(): { at: number; ticks: number } {
  return { at: Date.now(), ticks: Math.round(performance.now()) }
}

/** What "my tables" shows of a kept game; nothing of one that is spoilt: it says so when it is opened. */
export function summaries({ code, mine }: Saved): Saved['mine'] {
  const seated = (seats: unknown): boolean =>
    Array.isArray(seats) && seats.every((seat) => typeof seat === 'object' && seat !== null)
  const sound = ({ table }: Saved['mine'][number]): boolean =>
    table?.code === code && typeof table.game === 'string' && seated(table.seats) && Number.isFinite(table.touched)
  return Array.isArray(mine) ? mine.filter((one) => one !== null && sound(one)) : []
}

/** As the server lists them, for these keys. */
export function listed(saved: Saved[], tokens: readonly string[]): MyTable[] {
  return saved
    .flatMap(summaries)
    .filter((one) => tokens.includes(one.token))
    .map((one) => ({ ...one, token: tokens.indexOf(one.token) }))
}
