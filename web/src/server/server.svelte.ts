/** What the server offers, and whether it answers at all. */
import type { About, GameInfo, MyTable, MyTables } from '@/protocol/types'
import { isLocal } from '@/offline/codes'
import { SITE } from '@/offline/site'
import { ApiError, get, post } from './api'
import { mine } from '@/device/my-tables.svelte'
import { recall, remember } from '@/device/storage'
import { later, RETRY_MS } from './retry'
import type { Bilingual } from './wire'

function kept(): GameInfo[] {
  const found = recall<GameInfo[]>('games', [])
  return Array.isArray(found) ? found : []
}

class Server {
  /** As the server said, now or the last time. */
  games = $state.raw<GameInfo[]>(kept())
  about = $state.raw<About | null>(null)
  /** Tables with a key on this device that the server still knows, the newest first. */
  tables = $state.raw<MyTable[]>([])
  tablesLoaded = $state(false)
  state = $state<'loading' | 'ready' | 'gone'>('loading')
  /** No server answers, but games against bots and at one device can be played here. */
  alone = $state(SITE)
  /** Why it could not be opened to the local network. */
  openProblem = $state.raw<Bilingual | null>(null)
  #loading: Promise<void> | null = null
  #wait = RETRY_MS

  /** Ask once; again after it was gone. */
  load(): Promise<void> {
    if (this.state === 'ready') return Promise.resolve()
    this.#loading ??= this.#ask().finally(() => (this.#loading = null))
    return this.#loading
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id)
  }

  /** What a game is called, without what stands behind a dash. */
  nameOf(id: string): string {
    return this.game(id)?.name.split(' – ')[0] ?? ''
  }

  /** Whether only this device reaches the server yet, and could open it to the local network. */
  get shut(): boolean {
    return this.about?.reach === 'loopback' && this.about.may_open
  }

  async openToNetwork(): Promise<void> {
    this.openProblem = null
    try {
      this.about = await post<About>('/open')
    } catch (error) {
      this.openProblem = error instanceof ApiError ? error.texts : { de: String(error), en: String(error) }
    }
  }

  /** Whether everything that games need is on this device. */
  async canPlayHere(): Promise<boolean> {
    // Where the page keeps nothing (without HTTPS, say), not even this part of it comes when the server is gone.
    const kept = await import('@/offline/ready').then(({ ready }) => ready()).catch(() => false)
    this.alone = SITE || kept
    return this.alone
  }

  async loadTables(): Promise<void> {
    const here = mine.tables
      .filter((table) => isLocal(table.code))
      .flatMap((table) => table.seats.map((seat) => seat.token))
    const local = here.length ? await (await import('@/offline/local')).tables(here) : []
    const tokens = mine.tables
      .filter((table) => !isLocal(table.code))
      .flatMap((table) => table.seats.map((seat) => seat.token))
      .slice(0, 100)
    if (SITE || !tokens.length || this.state === 'gone') {
      this.#list(local)
      this.tablesLoaded = SITE || !tokens.length || this.alone
      if (this.tablesLoaded) return
    }
    try {
      this.#list([...local, ...(await post<MyTable[]>('/mine', { tokens } satisfies MyTables))])
      this.tablesLoaded = true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unreachable') this.state = 'gone'
    }
  }

  #list(tables: MyTable[]): void {
    this.tables = tables.sort((a, b) => b.table.touched - a.table.touched)
  }

  async #ask(): Promise<void> {
    try {
      const [games, about] = await Promise.all([get<GameInfo[]>('/games'), get<About>('/about')])
      this.games = games
      remember('games', games)
      this.about = about
      this.state = 'ready'
      this.#wait = RETRY_MS
      this.alone = SITE
    } catch {
      await this.canPlayHere()
      this.state = 'gone'
      // It may come back while the page is open.
      setTimeout(() => void this.load(), this.#wait)
      this.#wait = later(this.#wait)
    }
  }
}

export const server = new Server()
