/** What a screen asks of the server: whether it is under way, and why it failed. */
import { settings } from '@/device/settings.svelte'
import { ApiError } from './api'

/** Why a request failed, in the reader's language. */
export function explained(error: unknown): string {
  return error instanceof ApiError ? error.texts[settings.lang] : String(error)
}

export class Attempt {
  busy = $state(false)
  problem = $state('')

  async run(what: () => Promise<void>): Promise<void> {
    this.busy = true
    this.problem = ''
    try {
      await what()
    } catch (error) {
      this.problem = explained(error)
    }
    this.busy = false
  }
}
