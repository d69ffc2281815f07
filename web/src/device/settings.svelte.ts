/** What people set once, and what is remembered on this device. */
import type { Pace } from '@/protocol/types'
import { recall, remember } from './storage'

export const PACES: readonly Pace[] = ['slow', 'human', 'instant']

export type Lang = 'de' | 'en'
export type Theme = 'system' | 'light' | 'dark'
/** How fast a screen reader reads, for which the table waits; auto: if one seems to be in use. */
export type Speech = 'auto' | 'off' | 'slow' | 'normal' | 'fast'

export const SPEECH: readonly Speech[] = ['auto', 'off', 'slow', 'normal', 'fast']

interface Stored {
  lang: Lang
  theme: Theme
  sound: boolean
  motion: boolean
  notify: boolean
  speech: Speech
  /** 1 to 9 press what is lit. */
  digits: boolean
  /** Letters ask the table something. */
  queries: boolean
  /** Of the bots where nobody has chosen others; '': the usual one. */
  level: string
  pace: Pace
  /** Switches of single games. */
  switches: Record<string, boolean>
  name: string
  /** What others see beside the name; '': nothing was chosen. */
  avatar: string
  friends: string[]
}

function fromBrowser(): Lang {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
  for (const tag of wanted) {
    if (tag.startsWith('de')) return 'de'
    if (tag.startsWith('en')) return 'en'
  }
  return 'en'
}

const DEFAULTS: Stored = {
  lang: fromBrowser(),
  theme: 'system',
  sound: true,
  motion: true,
  notify: false,
  speech: 'auto',
  digits: true,
  queries: true,
  level: '',
  pace: 'human',
  switches: {},
  name: '',
  avatar: '',
  friends: [],
}

const CHOICES: { [key in keyof Stored]?: readonly Stored[key][] } = {
  lang: ['de', 'en'],
  theme: ['system', 'light', 'dark'],
  pace: PACES,
  speech: SPEECH,
}

/** What is of the right kind. Storage may be spoilt, and links are written by anybody. */
function sound(found: Readonly<Record<string, unknown>>): Partial<Stored> {
  const fits = (key: string, usual: unknown): boolean => {
    const one = found[key]
    const choices: readonly unknown[] | undefined = CHOICES[key as keyof Stored]
    if (choices) return choices.includes(one)
    if (Array.isArray(usual)) return Array.isArray(one) && one.every((name) => typeof name === 'string')
    if (typeof usual === 'object')
      return typeof one === 'object' && one !== null && Object.values(one).every((on) => typeof on === 'boolean')
    return typeof one === typeof usual
  }
  return Object.fromEntries(
    Object.entries(DEFAULTS)
      .filter(([key, usual]) => fits(key, usual))
      .map(([key]) => [key, found[key]]),
  )
}

const stored = (): Stored => ({ ...DEFAULTS, ...sound(recall<Record<string, unknown> | null>('settings', null) ?? {}) })

class Settings {
  #stored = $state<Stored>(stored())

  constructor() {
    // Another tab of this device has set something.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === null || event.key.endsWith('.settings')) Object.assign(this.#stored, stored())
    })
  }

  get lang(): Lang {
    return this.#stored.lang
  }
  set lang(lang: Lang) {
    this.#set({ lang })
  }
  get theme(): Theme {
    return this.#stored.theme
  }
  set theme(theme: Theme) {
    this.#set({ theme })
  }
  get sound(): boolean {
    return this.#stored.sound
  }
  set sound(sound: boolean) {
    this.#set({ sound })
  }
  /** Off: nothing flies, and nothing waits for what flies. */
  get motion(): boolean {
    return this.#stored.motion
  }
  set motion(motion: boolean) {
    this.#set({ motion })
  }
  get notify(): boolean {
    return this.#stored.notify
  }
  set notify(notify: boolean) {
    this.#set({ notify })
  }
  get speech(): Speech {
    return this.#stored.speech
  }
  set speech(speech: Speech) {
    this.#set({ speech })
  }
  get digits(): boolean {
    return this.#stored.digits
  }
  set digits(digits: boolean) {
    this.#set({ digits })
  }
  get queries(): boolean {
    return this.#stored.queries
  }
  set queries(queries: boolean) {
    this.#set({ queries })
  }
  get level(): string {
    return this.#stored.level
  }
  set level(level: string) {
    this.#set({ level })
  }
  get pace(): Pace {
    return this.#stored.pace
  }
  set pace(pace: Pace) {
    this.#set({ pace })
  }
  /** A switch that only one game has, by a name of its own. */
  switched(name: string, usual: boolean): boolean {
    return this.#stored.switches[name] ?? usual
  }
  switch(name: string, on: boolean): void {
    this.#set({ switches: { ...this.#stored.switches, [name]: on } })
  }
  get name(): string {
    return this.#stored.name
  }
  set name(name: string) {
    this.#set({ name })
  }
  get avatar(): string {
    return this.#stored.avatar
  }
  set avatar(avatar: string) {
    this.#set({ avatar })
  }
  /** Names used last at one device for all. */
  get friends(): string[] {
    return this.#stored.friends
  }
  set friends(friends: string[]) {
    this.#set({ friends })
  }

  /** Everything, to take along. */
  all(): Readonly<Stored> {
    return $state.snapshot(this.#stored) as Stored
  }
  /** What another device had; whatever is not of the right kind stays as it is here. */
  take(found: Readonly<Record<string, unknown>>): void {
    this.#set(sound(found))
  }

  #set(change: Partial<Stored>): void {
    Object.assign(this.#stored, change)
    remember('settings', { ...this.#stored })
  }
}

export const settings = new Settings()

/** Whether the system or the player asks for less motion. */
export function calm(): boolean {
  if (!settings.motion) return true
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How dates are written here: the reader's own region, in the language of the page. */
export const locale = (): string =>
  navigator.languages.find((one) => one.split('-')[0] === settings.lang) ?? settings.lang
