/** The language of the page, and small dictionaries for every part of it. */
import { settings, type Lang } from '@/client/settings.svelte'

export type { Lang }

type Values = Record<string, string | number>

/** "{n} cards" with the values put in. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}

/**
 * A dictionary: `const w = words({ de: { hello: 'Hallo {name}' }, en: { hello: 'Hello {name}' } })`, then `w('hello', { name })`.
 * Both languages must have the same keys; the compiler sees to it. Follows the chosen language when called in markup.
 */
export function words<K extends string>(dictionary: { de: Record<K, string>; en: Record<NoInfer<K>, string> }) {
  return (key: K, values?: Values): string => fill(dictionary[settings.lang][key], values)
}
