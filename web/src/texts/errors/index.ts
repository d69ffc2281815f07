/** Errors of the page in both languages, as the server sends its own; the worker does not know the language. */
import type { Bilingual } from '@/server/wire'
import de from './de.json'
import en from './en.json'

export function bilingual(key: keyof typeof de.errors, values: Record<string, string> = {}): Bilingual {
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return { de: filled(de.errors[key]), en: filled(en.errors[key]) }
}
