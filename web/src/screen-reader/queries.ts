/**
 * Keys that ask the table something; the answer is spoken. Everything is read from what the table shows, as a screen
 * reader would read it.
 */
import type { AnyEvent, TableSession } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { texts } from '@/texts/play'
import { clockTime, nearHand, say } from '@/table/words'
import { heardOf } from './listener.svelte'
import { voice } from './voice'

const w = texts('queries')

export const QUERIES = ['r', 'l', 'w', 'h', 't', 's', 'c', 'm'] as const
export type Query = (typeof QUERIES)[number]

const isQuery = (key: string): key is Query => (QUERIES as readonly string[]).includes(key)

/**
 * What a screen reader would read of an element; of a legend, which never changes, nothing. `data-brief` is what an
 * answer says instead, which has to be short.
 */
export function read(element: Element | null): string {
  if (!element) return ''
  const brief = element.getAttribute('data-brief')
  if (brief !== null) return brief
  if (element.matches('[aria-hidden="true"], [data-legend]')) return ''
  if (typeof element.checkVisibility === 'function' && !element.checkVisibility()) return ''
  const name = element.getAttribute('aria-label')
  const holds = ['UL', 'OL'].includes(element.tagName) || ['list', 'group'].includes(element.getAttribute('role') ?? '')
  if (name !== null && !holds) return name
  const parts: string[] = []
  for (const child of element.childNodes) {
    const text = child instanceof Element ? read(child) : (child.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (text) parts.push(text)
  }
  const words = ['SPAN', 'B', 'I', 'STRONG', 'SMALL', 'TD', 'TH'].includes(element.tagName)
  const pictures = [...element.children].some((child) => child.hasAttribute('aria-label'))
  const groups = [...element.children].some((child) => child.getAttribute('role') === 'group')
  const content = parts.join(groups ? '. ' : words && !pictures ? ' ' : ', ').replace(/([.:]),/g, '$1')
  return name && content ? `${name}: ${content}` : name || content
}

/** The last action, with what came of it. */
function last(session: TableSession): string {
  const sentences = session.events.slice(-60).filter((event) => session.sentence(event))
  let first = sentences.length - 1
  while (first > 0 && sentences[first - 1]?.seat === sentences[first]?.seat && sentences.length - first < 4) first -= 1
  return (
    sentences
      .slice(Math.max(0, first))
      .map((event) => session.sentence(event))
      .join(' ') || w('nothing')
  )
}

// The number of sentences for a player who has made no move here yet.
const RECENT = 12

/** Everything since the listener’s last turn, that turn included; steps of a turn that still goes on are added. */
function since(session: TableSession): string {
  const told = session.events.filter((event) => session.sentence(event))
  const own = ({ seat }: AnyEvent): boolean => seat === session.you
  const others = (event: AnyEvent): boolean => !own(event)
  const now = session.myTurn ? told.findLastIndex(others) + 1 : told.length
  const last = told.slice(0, now).findLastIndex(own)
  const first = last < 0 ? Math.max(0, told.length - RECENT) : told.slice(0, last).findLastIndex(others) + 1
  return (
    told
      .slice(first)
      .map((event) => session.sentence(event))
      .join(' ') || w('nothing')
  )
}

/** What is left on the listener's clock, or on the one that runs. */
function clock({ clocks, you, deadline }: TableSession): string {
  const own = you === null ? null : (clocks[you] ?? null)
  const left = own ? (own.runs ? own.until - Date.now() : own.left) : deadline === null ? null : deadline - Date.now()
  return left === null ? w('no_clock') : w('clock', { time: clockTime(Math.max(0, Math.ceil(left / 1000))) })
}

function turn(session: TableSession): string {
  if (session.task) return session.task
  if (session.over) return say('over')
  return say('turnOf', {
    n: session.waiting.length,
    names: new Intl.ListFormat(settings.lang).format(session.waiting.map((seat) => session.name(seat))),
  })
}

export function answer(query: Query, session: TableSession, table: ParentNode = document): string {
  const all = (selector: string): string[] => [...table.querySelectorAll(selector)].map(read).filter(Boolean)
  if (query === 'r') return since(session)
  if (query === 'l') return last(session)
  if (query === 'c' || query === 'm') return clock(session)
  if (query === 'w') return turn(session)
  if (query === 't') return read(table.querySelector('.board'))
  if (query === 'h') return hand(session, table)
  // On a phone on its side this line stands in the bar, outside of the table.
  const own = [...document.querySelectorAll('.line > .sentence ~ *')].map(read).filter(Boolean)
  return [...all('.seats > li'), ...(own.length ? [`${session.whose || w('you')}: ${own.join(', ')}`] : [])].join('. ')
}

/** The cards of the near hand, and then once which of them cannot be used now. */
function hand(session: TableSession, table: ParentNode): string {
  const cards = [...table.querySelectorAll<HTMLElement>('.hand button')]
  const names = (some: readonly HTMLElement[]): string => some.map((card) => card.dataset.name ?? read(card)).join(', ')
  const held = `${nearHand(session)}: ${names(cards) || say('none')}.`
  const barred = cards.filter((card) => card.getAttribute('aria-disabled') === 'true')
  if (!session.myTurn || barred.length === 0) return held
  return barred.length === cards.length ? held : `${held} ${say('notNow', { list: names(barred) })}`
}

/** Ask, and say the answer. */
export function ask(query: Query, session: TableSession): void {
  heardOf()
  if (query === 'm' && session.clocks.length > 0) return session.moreTime?.()
  voice.answer(answer(query, session))
}

/** The question that a key asks, if it asks one. */
export function asked(event: KeyboardEvent): Query | null {
  const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
  if (!settings.queries || typing || event.ctrlKey || event.metaKey || event.altKey) return null
  const key = event.key.toLowerCase()
  return isQuery(key) ? key : null
}
