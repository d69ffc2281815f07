/** The language of the page, and how its texts are found and filled in. */
import { settings, type Lang } from '@/device/settings.svelte'

export type { Lang }

export type Values = Record<string, string | number>

const PART = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g

/** With a real minus sign. */
export function signed(n: number): string {
  return String(n).replace('-', '−')
}

/** The values put in: "{n} {n|card|cards}" is "1 card" or "3 cards", as the language counts. */
/** "12%", or as German writes it "12 %". */
export function percent(n: number | string): string {
  return settings.lang === 'de' ? `${n}\u00a0%` : `${n}%`
}

export function fill(text: string, values: Values = {}): string {
  return text.replace(PART, (whole, key: string, one?: string, many?: string) => {
    const value = values[key]
    if (value === undefined) return whole
    if (one !== undefined && many !== undefined)
      return new Intl.PluralRules(settings.lang).select(Number(value)) === 'one' ? one : many
    return typeof value === 'number' ? signed(value) : value
  })
}

/** The texts of one subject in both languages, by section: a component has a section of its own. */
type Catalogue = Record<string, Record<string, string>>

/**
 * Return the function that finds a section of a subject: `const w = texts('join')`, then `w('hello', { name })`. It
 * follows the chosen language when called in markup. tests/texts.test.ts compares the keys of the languages.
 */
export function catalogue<C extends Catalogue>(subject: { de: C; en: NoInfer<C> }) {
  return <S extends keyof C & string>(section: S) =>
    (key: keyof C[S] & string, values?: Values): string =>
      fill((subject[settings.lang][section] as Record<string, string>)[key] ?? key, values)
}
