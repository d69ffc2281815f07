/** A player without a name gets a friendly one, and keeps it: that of the animal in the picture. */
import { avatarName, isAnimal } from '@/avatars/names'
import { AVATARS } from '@/protocol/constants'
import type { Avatar } from '@/protocol/types'
import { settings } from './settings.svelte'
import { recall, remember } from './storage'

let chosen: Avatar | undefined

/** What was chosen, or else any. */
export function ownAvatar(): Avatar {
  if (isAnimal(settings.avatar)) return settings.avatar
  if (chosen) return chosen
  const kept = recall<unknown>('animal', null)
  const n = typeof kept === 'number' && kept in AVATARS ? kept : Math.floor(Math.random() * AVATARS.length)
  remember('animal', n)
  return (chosen = AVATARS[n] ?? AVATARS[0])
}

/** The name that was said, or an animal's; the second fox at a table is "Fox 2". */
export function ownName(said: string = settings.name, taken: readonly (string | null)[] = []): string {
  if (said.trim()) return said.trim()
  const animal = avatarName(ownAvatar())
  let name = animal
  for (let n = 2; taken.includes(name); n++) name = `${animal} ${n}`
  return name
}
