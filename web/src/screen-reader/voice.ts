/**
 * The one voice of the page: a hidden live region that screen readers read aloud, each sentence once and in order.
 *
 * Whatever lies behind an open dialog is silent: the region moves into the dialog, and back when it closes. A region
 * has to be there before its words come, so that they are heard.
 */
import { settings, type Speech } from '@/device/settings.svelte'

// A region that has just been put somewhere is known to screen readers after so long.
const SETTLING_MS = 120
const KEPT = 40
const HEARD_MS = 45_000
// How long a screen reader takes to read a letter at each speed, and to draw breath after a sentence.
const LETTER_MS: Record<Speech, number> = { auto: 55, off: 55, slow: 80, normal: 55, fast: 30 }
const BREATH_MS = 450

class Voice {
  #region: HTMLElement | null = null
  #waiting: { text: string; decision: string }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #until = 0

  /** `decision`: names what the listener is asked to decide; the page keeps it beside the words. */
  say(text: string, decision = ''): void {
    if (text.trim() === '') return
    this.#waiting.push({ text, decision })
    this.#until = Math.max(this.#until, Date.now()) + BREATH_MS + LETTER_MS[settings.speech] * text.length
    this.#timer ??= setTimeout(() => this.#speak(), this.#settle() ? SETTLING_MS : 0)
  }

  /** A key was pressed, which ends what a screen reader was reading: nobody waits for the rest of it. */
  cut(): void {
    this.#until = 0
  }

  /** Say an answer at once, in place of what was being read. */
  answer(text: string): void {
    this.cut()
    this.say(text)
  }

  /** Returns about how long a screen reader still needs for what was said, in milliseconds. */
  get left(): number {
    return Math.max(0, this.#until - Date.now())
  }

  /** The player leaves the table: nothing more is said about it. */
  hush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = []
    this.#until = 0
    this.#region?.remove()
    this.#region = null
  }

  /** Put the region where it can be heard; true if it had to be moved. */
  #settle(): boolean {
    if (!this.#region) {
      this.#region = document.createElement('div')
      this.#region.className = 'sr'
      this.#region.dataset.voice = ''
      // It takes no room anywhere.
      Object.assign(this.#region.style, { position: 'fixed', top: '0', left: '0' })
      this.#region.setAttribute('aria-live', 'polite')
      this.#region.setAttribute('aria-atomic', 'false')
      this.#region.setAttribute('aria-relevant', 'additions')
    }
    const host =
      [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body
    if (this.#region.parentElement === host && this.#region.isConnected) return false
    this.#region.replaceChildren()
    host.append(this.#region)
    return true
  }

  #speak(): void {
    this.#timer = undefined
    // Something was opened meanwhile.
    if (this.#settle()) {
      this.#timer = setTimeout(() => this.#speak(), SETTLING_MS)
      return
    }
    for (const { text, decision } of this.#waiting.splice(0)) {
      const line = document.createElement('p')
      line.textContent = text
      if (decision) line.dataset.decision = decision
      this.#region?.append(line)
      // Heard by then; who reads the page finds it in the log, and not once more below it.
      setTimeout(() => line.remove(), HEARD_MS)
    }
    while ((this.#region?.childElementCount ?? 0) > KEPT) this.#region?.firstElementChild?.remove()
  }
}

export const voice = new Voice()
