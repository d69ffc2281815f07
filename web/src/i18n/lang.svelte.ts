/** The language of the page, and small dictionaries for every part of it. */
import { settings, type Lang } from '@/device/settings.svelte'

export type { Lang }

type Values = Record<string, string | number>

const PART = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g

/** With a real minus sign. */
export function signed(n: number): string {
  return String(n).replace('-', '−')
}

/** The values put in: "{n} {n|card|cards}" is "1 card" or "3 cards", as the language counts. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(PART, (whole, key: string, one?: string, many?: string) => {
    const value = values[key]
    if (value === undefined) return whole
    if (one !== undefined && many !== undefined)
      return new Intl.PluralRules(settings.lang).select(Number(value)) === 'one' ? one : many
    return typeof value === 'number' ? signed(value) : value
  })
}

/**
 * A dictionary: `const w = words({ de: { hello: 'Hallo {name}' }, en: { hello: 'Hello {name}' } })`, then `w('hello', {
 * name })`. Both languages must have the same keys; the compiler sees to it. Follows the chosen language when called in
 * markup.
 */
export function words<K extends string>(dictionary: { de: Record<K, string>; en: Record<NoInfer<K>, string> }) {
  return (key: K, values?: Values): string => fill(dictionary[settings.lang][key], values)
}
