/** What the coach has said about one's own games on this device: how well one decides, and what cost the most. */
import type { GameReview } from '@/protocol/types'
import { Synced } from '@/device/synced.svelte'

/** A decision worth remembering: what it cost or brought, as a part of a win, and what happened there, by language. */
export interface Mistake {
  loss: number
  texts: Record<string, string>
}

/** Mistakes of one kind: how many, what they cost together, and what one is called, by language. */
export interface Kind {
  kind: string
  count: number
  loss: number
  texts: Record<string, string>
}

export interface Coached {
  code: string
  game: string
  at: number
  decisions: number
  mistakes: number
  /** What luck and one's own decisions brought, as parts of a win; reviews of older versions have none. */
  luck?: number
  own?: number
  /** One’s best move. */
  best?: Mistake
  worst: Mistake[]
  kinds?: Kind[]
}

export interface Progress {
  games: number
  /** Shares of the decisions that were no mistakes: of all games, and of the last ones. */
  accuracy: number
  lately: number
  /** Mistakes per game. */
  mistakes: number
  /** The costliest ones, and the tables where they happened. */
  worst: (Mistake & { code: string })[]
  /** The best move of the last game that has one. */
  best: (Mistake & { code: string }) | null
  /** What is done wrong again and again, and cost the most together. */
  typical: Kind[]
}

const KEPT = 300
const WORST = 3
const LATELY = 5
const TYPICAL = 3

function isCoached(found: unknown): found is Coached {
  const one = found as Coached | null
  return (
    one !== null &&
    typeof one === 'object' &&
    typeof one.code === 'string' &&
    typeof one.game === 'string' &&
    [one.at, one.decisions, one.mistakes, one.luck ?? 0, one.own ?? 0].every(Number.isFinite) &&
    (one.kinds === undefined ||
      (Array.isArray(one.kinds) &&
        one.kinds.every(
          (kind) =>
            Number.isFinite(kind?.loss) &&
            Number.isFinite(kind.count) &&
            kind.texts !== null &&
            typeof kind.texts === 'object',
        ))) &&
    (one.best === undefined || (Number.isFinite(one.best?.loss) && typeof one.best.texts === 'object')) &&
    Array.isArray(one.worst) &&
    one.worst.every(
      (mistake) => Number.isFinite(mistake?.loss) && mistake.texts !== null && typeof mistake.texts === 'object',
    )
  )
}

class CoachedGames {
  #kept = new Synced('coached', (found) => (Array.isArray(found) ? found.filter(isCoached) : []))

  get list(): readonly Coached[] {
    return this.#kept.value
  }

  /** Keep what a review says about this seat; told again in another language, both are kept. */
  note(code: string, review: GameReview, seat: number, lang: string, at = Date.now()): void {
    const player = review.players[seat]
    if (!player?.decisions || review.seat !== seat) return
    this.#kept.change((list) => {
      const before = list.find((one) => one.code === code)
      const worst = [...review.lessons]
        .sort((a, b) => b.loss - a.loss)
        .slice(0, WORST)
        .map(({ loss, text }, k) => ({ loss, texts: { ...before?.worst[k]?.texts, [lang]: text.join(' ') } }))
      const kinds = grouped(
        review.lessons.map(({ kind, kind_text, loss }) => ({
          kind,
          count: 1,
          loss,
          texts: { ...before?.kinds?.find((known) => known.kind === kind)?.texts, [lang]: kind_text },
        })),
      )
      const one = {
        code,
        game: review.game,
        at: before?.at ?? at,
        decisions: player.decisions,
        mistakes: player.mistakes,
        luck: player.luck,
        own: player.own,
        ...(review.best
          ? { best: { loss: 0, texts: { ...before?.best?.texts, [lang]: review.best.text.join(' ') } } }
          : {}),
        worst,
        kinds,
      }
      return [one, ...list.filter((other) => other.code !== code)].sort((a, b) => b.at - a.at).slice(0, KEPT)
    })
  }

  /** Add what another device has kept. */
  adopt(found: readonly unknown[]): void {
    this.#kept.change((list) => {
      const known = new Set(list.map((one) => one.code))
      const fresh = found.filter(isCoached).filter((one) => !known.has(one.code))
      return fresh.length ? [...fresh, ...list].sort((a, b) => b.at - a.at).slice(0, KEPT) : list
    })
  }

  clear(): void {
    this.#kept.change(() => [])
  }
}

export const coached = new CoachedGames()

/** Mistakes of the same kind together, the costliest kind first. */
function grouped(kinds: readonly Kind[]): Kind[] {
  const found = new Map<string, Kind>()
  for (const one of kinds) {
    const before = found.get(one.kind)
    found.set(
      one.kind,
      before
        ? {
            kind: one.kind,
            count: before.count + one.count,
            loss: before.loss + one.loss,
            texts: { ...one.texts, ...before.texts },
          }
        : one,
    )
  }
  return [...found.values()].sort((a, b) => b.loss - a.loss)
}

const share = (list: readonly Coached[]): number => {
  const decisions = list.reduce((sum, one) => sum + one.decisions, 0)
  return decisions ? 1 - list.reduce((sum, one) => sum + one.mistakes, 0) / decisions : 1
}

/** What the coach has seen of one game, the last one first; null where it has seen nothing. */
export function progress(list: readonly Coached[]): Progress | null {
  if (list.length === 0) return null
  const worst = list.flatMap((one) => one.worst.map((mistake) => ({ ...mistake, code: one.code })))
  return {
    games: list.length,
    accuracy: share(list),
    lately: share(list.slice(0, LATELY)),
    mistakes: list.reduce((sum, one) => sum + one.mistakes, 0) / list.length,
    worst: worst.sort((a, b) => b.loss - a.loss).slice(0, WORST),
    best: list.flatMap(({ best, code }) => (best ? [{ ...best, code }] : []))[0] ?? null,
    typical: grouped(list.flatMap((one) => one.kinds ?? []))
      .filter(({ count }) => count > 1)
      .slice(0, TYPICAL),
  }
}
