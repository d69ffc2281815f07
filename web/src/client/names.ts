/** Whoever has not said a name yet gets a friendly one, and keeps it. */
import { settings } from './settings.svelte'
import { recall, remember } from './storage'

const ANIMALS = [
  { de: 'Fuchs', en: 'Fox' },
  { de: 'Dachs', en: 'Badger' },
  { de: 'Otter', en: 'Otter' },
  { de: 'Igel', en: 'Hedgehog' },
  { de: 'Hase', en: 'Hare' },
  { de: 'Specht', en: 'Woodpecker' },
  { de: 'Luchs', en: 'Lynx' },
  { de: 'Eule', en: 'Owl' },
  { de: 'Biber', en: 'Beaver' },
  { de: 'Spatz', en: 'Sparrow' },
  { de: 'Reh', en: 'Deer' },
  { de: 'Dohle', en: 'Jackdaw' },
] as const

let chosen: number | null = null

function animal(): number {
  if (chosen !== null) return chosen
  const kept = recall<unknown>('animal', null)
  chosen = typeof kept === 'number' && kept in ANIMALS ? kept : Math.floor(Math.random() * ANIMALS.length)
  remember('animal', chosen)
  return chosen
}

/** The name that was said, or an animal's. */
export function ownName(said: string = settings.name): string {
  return said.trim() || (ANIMALS[animal()] ?? ANIMALS[0])[settings.lang]
}
