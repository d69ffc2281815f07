/**
 * Who this device is at a table server: a random key and nothing else. The server stores its hash with one's seats and
 * keeps the results, so that another device with the same key finds them.
 */
import type { Forgotten, GuestGame } from '@/protocol/types'
import { get, post } from '@/server/api'
import { results } from './results.svelte'
import { recall, remember } from './storage'

const KEY = /^[\w-]{32,64}$/
// The first is used for new seats; others came with profiles that were taken over here.
const MOST = 5

/** The keys of this device, the one in use first. */
export function guestKeys(): string[] {
  const kept = recall<unknown>('guest', [])
  return (Array.isArray(kept) ? kept : [kept]).filter((key): key is string => typeof key === 'string' && KEY.test(key))
}

/** The key in use, where there is one: who only looks at something gets none. */
export function knownKey(): string | null {
  return guestKeys()[0] ?? null
}

/** The key in use; it is made when the first seat is taken. */
export function guestKey(): string {
  const known = knownKey()
  if (known !== null) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  remember('guest', [key])
  return key
}

/** Keys from another device: from now on this one is the same guest. */
export function takeKeys(keys: unknown): void {
  const fresh = Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string' && KEY.test(key)) : []
  remember('guest', [...new Set([...fresh, ...guestKeys()])].slice(0, MOST))
}

/** Add what the server has kept; returns how many games were new. Without a server there is nothing to add. */
export async function fetchGames(): Promise<number> {
  let added = 0
  for (const key of guestKeys()) {
    const found = await get<GuestGame[]>('/guest/games', key).catch(() => [])
    added += results.adopt(found.map((game) => ({ ...game, series: results.seriesOf(game.code) })))
  }
  return added
}

/** Delete what the server has kept. The keys are worthless then: the next seat gets a new one. */
export async function forgetGuest(): Promise<void> {
  for (const key of guestKeys()) await post<Forgotten>('/guest/forget', {}, key)
  remember('guest', [])
}

/** Whether it is the deal of a day, and not one that some groups have. */
export function isDaily(deal: string | null | undefined): boolean {
  return deal?.startsWith('daily/') ?? false
}

/** The code of the evening to which a deal belongs; null for other deals. */
export function eveningOf(deal: string | null | undefined): string | null {
  return /^evening\/([^/]+)\//.exec(deal ?? '')?.[1] ?? null
}

/** Whether this deal may still be played today; then nothing of it is shown. */
export function isClosed(deal: string | null | undefined, at = new Date()): boolean {
  return deal?.split('/')[1] === at.toISOString().slice(0, 10)
}
