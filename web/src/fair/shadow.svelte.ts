/**
 * Compares what the server has rendered for a seat with what follows from the facts that it told: a worker derives the
 * same by the rules of the game. The page paints what the server rendered, so that the first table comes as soon as it
 * can.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Moment } from '@/server/wire'
import { fromBase64, type Step } from './chain'

/** The first table is shown before anything is loaded for this. */
const REST_MS = 3000
const BEGINS = String.fromCharCode(0x2068)
const ENDS = String.fromCharCode(0x2069)
const NAME = new RegExp(`${BEGINS}[^${BEGINS}${ENDS}]*${ENDS}`, 'g')

/** What a page has compared, for its receipt. */
export interface Rendered {
  compared: number
  /** The first message that did not follow from the facts: the step after which it came, and the field. */
  differs: [step: number, field: string] | null
}

let tables = 0

export class Shadow {
  found = $state.raw<Rendered>({ compared: 0, differs: null })
  #number = ++tables
  #steps: number | null = null
  #line: Promise<unknown> | null = null
  /** Nothing is compared any more: the rules cannot run here, or are others than the server's. */
  #off = false

  /** Takes a message as it came, and its steps with whole records. */
  check(message: Moment, fresh: Step[], seat: number | null): void {
    const { facts, view } = message
    if (this.#off || !facts || !view || savesData()) return
    if (facts.opening) this.#steps = 0
    if (this.#steps !== facts.first) return
    this.#steps += fresh.length
    const after = this.#steps
    const question = {
      number: this.#number,
      game: view.game,
      seat,
      opening: facts.opening && bytesToHex(fromBase64(facts.opening.record)),
      steps: fresh.map(({ actor, action, undone, marks, record }) => [
        actor,
        action,
        undone,
        marks,
        bytesToHex(record),
      ]),
      moment: nameless({ ...message, facts: null }),
    }
    this.#line ??= new Promise((resolve) => setTimeout(resolve, REST_MS))
    this.#line = this.#line.then(() => this.#compare(question, after)).catch(() => (this.#off = true))
  }

  async #compare(question: object, after: number): Promise<void> {
    if (this.#off) return
    const { able, compare } = await import('@/offline/local')
    if (!able()) {
      this.#off = true
      return
    }
    const field = await compare(question)
    const { compared, differs } = this.found
    if (field === null) this.found = { compared: compared + 1, differs }
    else if (await outdated()) this.#off = true
    else this.found = { compared, differs: differs ?? [after, field] }
  }
}

/** Names of people are in no record: what stands between the marks is left out. */
function nameless(message: object): object {
  return JSON.parse(JSON.stringify(message).replace(NAME, BEGINS + ENDS)) as object
}

/** Whether a newer page waits: then the server may speak by rules and texts that this one does not have. */
async function outdated(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    return Boolean(registration?.installing ?? registration?.waiting)
  } catch {
    return false
  }
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
