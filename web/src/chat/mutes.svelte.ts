/** Whom you do not want to hear: by name, since seats may get new numbers, and remembered for each table. */
import { recall, remember } from '@/device/storage'

const KEPT = 60

type Stored = { code: string; names: string[] }[]

function stored(): Stored {
  const found = recall<Stored>('muted', [])
  return Array.isArray(found) ? found.filter((one) => Array.isArray(one?.names)) : []
}

export class Mutes {
  #code: string
  names = $state.raw<ReadonlySet<string>>(new Set())

  constructor(code: string) {
    this.#code = code
    this.names = new Set(stored().find((one) => one.code === code)?.names)
  }

  set(name: string, on: boolean): void {
    const names = new Set(this.names)
    if (on) names.add(name)
    else names.delete(name)
    this.names = names
    this.#keep(this.#code)
  }

  /** The same people sit down at another table. */
  carry(code: string): void {
    if (this.names.size) this.#keep(code)
  }

  #keep(code: string): void {
    const others = stored().filter((one) => one.code !== code)
    remember('muted', [...(this.names.size ? [{ code, names: [...this.names] }] : []), ...others].slice(0, KEPT))
  }
}
