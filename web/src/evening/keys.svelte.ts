/** The evenings that this device leads or takes part in, and the keys to them. */
import { Synced } from '@/device/synced.svelte'

export interface MyEvening {
  code: string
  name: string
  /** The key of the host. */
  host?: string
  /** The key of a person of the evening. */
  person?: string
}

const KEPT = 50

export function isEvening(found: unknown): found is MyEvening {
  const one = found as Record<keyof MyEvening, unknown> | null
  return [one?.code, one?.name, one?.host ?? '', one?.person ?? ''].every(
    (text) => typeof text === 'string' && text.length <= 100,
  )
}

class MyEvenings {
  #kept = new Synced('evenings', (found) => (Array.isArray(found) ? found.filter(isEvening) : []))

  get list(): readonly MyEvening[] {
    return this.#kept.value
  }

  find(code: string): MyEvening | undefined {
    return this.list.find((one) => one.code === code)
  }

  keep(fresh: MyEvening): void {
    this.#kept.change((list) => {
      const before = list.find((one) => one.code === fresh.code)
      return [{ ...before, ...fresh }, ...list.filter((one) => one.code !== fresh.code)].slice(0, KEPT)
    })
  }
}

export const myEvenings = new MyEvenings()
