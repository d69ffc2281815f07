/** The words that page and server exchange, by the names that the page uses for them. */
import type { Because, GameEvent, GameId, SeatInfo, View } from '@/protocol/types'

export type { Action, ChatLine, GameId, Moment, SeatInfo, ServerMessage, State, TableInfo, UndoAsk, Bilingual } from '@/protocol/types'

export const GAMES: readonly GameId[] = ['lobo77', 'quando', 'quanto', 'qwixx']

/** Any game's view; `view.game` says which. */
export type AnyView = View
/** Any game's event. */
export type AnyEvent = GameEvent
/** Why something does not go. */
export type Reason = Pick<Because, 'code' | 'clause' | 'text'>

/** Who sits on a seat, as the table shows it. */
export interface Person {
  seat: number
  name: string
  /** Plays by itself, from the beginning. */
  bot: boolean
  /** The bot's level. */
  level: string | null
  /** Nobody sits here yet. */
  free: boolean
  online: boolean
  /** A bot plays on for somebody who left or ran out of time. */
  standIn: boolean
  host: boolean
  /** Quanto in teams: never offers a card. */
  noOffers: boolean
}

export function person(info: SeatInfo, host: number | null): Person {
  return {
    seat: info.seat,
    name: info.name ?? '',
    bot: info.kind === 'bot',
    level: info.level,
    free: info.kind === 'open',
    online: info.online,
    standIn: info.standing_in,
    host: info.seat === host,
    noOffers: info.no_offers,
  }
}
