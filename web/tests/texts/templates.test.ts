import { expect, test } from 'vitest'
import { settings } from '@/device/settings.svelte'
import { fill } from '@/texts/catalogue.svelte'
import examples from './templates.json'

// tests/unit/texts/test_texts.py fills the same templates with the sentence engine of the package.
test.each(examples)('"$text" is filled as the package fills it', ({ text, values, said }) => {
  for (const lang of ['de', 'en'] as const) {
    settings.lang = lang
    expect(fill(text, values as Record<string, string | number>)).toBe(said)
  }
})
