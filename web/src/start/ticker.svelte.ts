/** A slow clock for the small scenes: it stands still when nobody looks, or when the system asks for less motion. */
import { calm } from '@/device/settings.svelte'

export class Ticker {
  tick = $state(0)
  #ms: number

  constructor(ms: number, first = 0) {
    this.#ms = ms
    this.tick = first
  }

  /** For `use:ticker.run` on the scene. */
  run = (node: HTMLElement): { destroy: () => void } => {
    let timer: ReturnType<typeof setInterval> | undefined
    let seen = true
    const update = (): void => {
      clearInterval(timer)
      timer = undefined
      if (seen && !calm() && document.visibilityState === 'visible')
        timer = setInterval(() => (this.tick += 1), this.#ms)
    }
    const watch = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? true
      update()
    })
    watch.observe(node)
    document.addEventListener('visibilitychange', update)
    update()
    return {
      destroy: () => {
        clearInterval(timer)
        watch.disconnect()
        document.removeEventListener('visibilitychange', update)
      },
    }
  }
}
