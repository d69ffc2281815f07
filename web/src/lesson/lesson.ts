/** A lesson: situations that were dealt for it, each with a sentence, what it points at, and the moves to make. */
import type { Values } from '@/texts/catalogue.svelte'

export interface Situation {
  /** The key of its sentence; with `_done` what came of it, with `_wrong` why another move is not meant. */
  id: string
  position: { game: string; seats: number } & Record<string, unknown>
  /** Selectors of what the sentence names. */
  at: string[]
  /**
   * The moves in order: an action of the learner, one of several, any (`*`), or with a seat in front (`2:x2`) a move
   * that another player makes.
   */
  moves: (string | string[])[]
  /** Keys of explanations for single actions that are legal and not meant. */
  wrong?: Record<string, string>
  /** What the learner's view then holds, by path; the tests check it. */
  leads: Record<string, unknown>
}

export interface Lesson {
  steps: Situation[]
  /** What is new where an option is not as usual; nothing where moves stay the same and its own words say all. */
  options: Record<string, Situation[]>
}

/** What a game brings: its situations, and how their sentences are found. */
export interface Taught {
  lesson: Lesson
  say: (key: string, values?: Values) => string
}

const OTHERS = /^(\d):(.+)$/

/** The move of another player, if it is one. */
export function byOther(move: string | string[] | undefined): [seat: number, action: string] | null {
  const found = typeof move === 'string' ? OTHERS.exec(move) : null
  return found ? [Number(found[1]), found[2] ?? ''] : null
}

export function isMeant(move: string | string[] | undefined, action: string): boolean {
  return move === '*' || move === action || (Array.isArray(move) && move.includes(action))
}
