/** The words that page and server exchange, by the names that the page uses for them. */
import type { Because, GameEvent, GameId, View } from '@/protocol/types'

export type { Action, ChatLine, GameId, Moment, SeatInfo, ServerMessage, State, TableInfo, UndoAsk, Words } from '@/protocol/types'

export const GAMES: readonly GameId[] = ['lobo77', 'quando', 'quanto', 'qwixx']

/** Any game's view; `view.game` says which. */
export type AnyView = View
/** Any game's event. */
export type AnyEvent = GameEvent
/** Why something does not go. */
export type Reason = Pick<Because, 'code' | 'clause' | 'text'>
