/** It is your turn: said in the title, by a sound, and as a notification when nobody looks. */
import { BASE } from '@/server/base'
import { settings } from '@/device/settings.svelte'
import { server } from '@/server/server.svelte'
import { play } from '@/device/sound'
import type { GameId } from '@/server/wire'
import { texts } from '@/texts/play'

/** One notification for each table. */
const TAG = 'tischlein-turn'

const w = texts('turnAlerts')

/** Stands before the title of the table while it is one's turn. */
export const calling = $state({ mark: '' })

export class Calls {
  stop: () => void
  #shown: Notification | null = null

  /** `turn` gives the game while it is this person's turn, else null. */
  constructor(
    turn: () => GameId | null,
    readonly path: string,
  ) {
    this.stop = $effect.root(() => {
      let called = false
      $effect(() => {
        const game = turn()
        if (game === null) {
          called = false
          this.#hide()
          calling.mark = ''
          return
        }
        const call = w('turn')
        calling.mark = `● ${call} – `
        if (called) return
        called = true
        play('turn')
        this.#notify(call, server.nameOf(game))
      })
      return () => {
        this.#hide()
        calling.mark = ''
      }
    })
  }

  #notify(title: string, body: string): void {
    if (!settings.notify || document.visibilityState === 'visible') return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    void this.#show(title, {
      body,
      icon: `${BASE}/icons/icon-192.png`,
      tag: `${TAG}${this.path}`,
      data: { path: BASE + this.path },
    })
  }

  /** Phones notify through the service worker only; where there is none, the page does it itself. */
  async #show(title: string, options: NotificationOptions): Promise<void> {
    try {
      const worker = await navigator.serviceWorker?.getRegistration()
      if (worker) return await worker.showNotification(title, options)
      this.#shown = new Notification(title, options)
      this.#shown.onclick = () => {
        focus()
        this.#hide()
      }
    } catch {
      // The title says it anyway.
    }
  }

  #hide(): void {
    this.#shown?.close()
    this.#shown = null
    void navigator.serviceWorker
      ?.getRegistration()
      .then((worker) => worker?.getNotifications({ tag: `${TAG}${this.path}` }))
      .then((shown) => shown?.forEach((one) => one.close()))
  }
}
