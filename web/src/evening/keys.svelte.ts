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

class MyEvenings {
  #kept = new Synced('evenings', (found) =>
    Array.isArray(found) ? (found as MyEvening[]).filter((one) => typeof one?.code === 'string') : [],
  )

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
