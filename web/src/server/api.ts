/** Requests to the server, or to the tables on this device. Errors speak both languages, like the server's own. */
import { hidden } from '@/device/hidden.svelte'
import { bilingual } from '@/texts/errors'
import { isLocal } from '@/offline/codes'
import { SITE, atSite } from '@/offline/site'
import type { Bilingual, GameId } from './wire'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly texts: Bilingual,
  ) {
    super(texts.en)
  }

  /** Whether something is missing on this device, and not on the server. */
  get here(): boolean {
    return ON_DEVICE.has(this.code)
  }
}

const ON_DEVICE = new Set(['no_rules', 'not_loaded', 'no_webassembly', 'no_storage'])

const GONE = bilingual('gone')

const NO_SERVER = bilingual('no_server')

const BROKEN = bilingual('broken')

/** Answers about tables on this device come from a worker, in the same words. */
async function here<T>(path: string, token: string | null): Promise<T> {
  const { answer, LocalError } = await import('@/offline/local')
  try {
    return hidden.in((await answer(path, token)) as T)
  } catch (error) {
    if (error instanceof LocalError) throw new ApiError(error.error.status, error.error.code, error.error.text)
    throw error
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response
  const place = SITE ? atSite(path) : `/api${path}`
  if (place === null) throw new ApiError(0, 'unreachable', NO_SERVER)
  try {
    response = await fetch(place, init)
  } catch {
    throw new ApiError(0, 'unreachable', GONE)
  }
  let body: unknown
  try {
    body = await response.json()
  } catch {
    throw new ApiError(
      response.status,
      response.status >= 502 ? 'unreachable' : 'broken',
      response.status >= 502 ? GONE : BROKEN,
    )
  }
  // The device's own list of games keeps names as they were.
  if (response.ok) return path === '/guest/games' ? (body as T) : hidden.in(body as T)
  const error = (body as { error?: { code: string; text: Bilingual } }).error
  throw new ApiError(response.status, error?.code ?? 'broken', error?.text ?? BROKEN)
}

/** A key opens more than everybody may see; with a signal the request can be given up. */
export function get<T>(path: string, token: string | null = null, signal: AbortSignal | null = null): Promise<T> {
  const [, table] = /^\/tables\/([^/?]+)/.exec(path) ?? []
  if (table !== undefined && isLocal(table)) return here<T>(path, token)
  return request<T>(path, { signal, ...(token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }) })
}

export function post<T>(path: string, body: object = {}, token: string | null = null): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

export interface Rule {
  title: string
  text: string
  clauses: string[]
}

/** What is written about a game beside its table. */
export interface GameTexts {
  name: string
  tagline: string
  /** Names of cards that are not called what is written on them. */
  cards?: Record<string, string>
  /** Names of rows and the like. */
  rows?: Record<string, string>
  /** Labels of the kinds of actions, by how they begin. */
  actions?: Record<string, string>
  rules?: Rule[]
  /** How a score is told: a text, or the first of these that fits. */
  score?: string | ScoreForm[]
}

export interface ScoreForm {
  when?: { score: number | { min?: number; max?: number } }
  text: string
}

const loaded = new Map<string, Promise<GameTexts>>()

/** A game's texts, asked for once per language. */
export function gameTexts(game: GameId, lang: string): Promise<GameTexts> {
  const key = `${game}/${lang}`
  let texts = loaded.get(key)
  if (!texts) {
    texts = get<GameTexts>(`/games/${game}/texts/${lang}`)
    loaded.set(key, texts)
    texts.catch(() => loaded.delete(key))
  }
  return texts
}
