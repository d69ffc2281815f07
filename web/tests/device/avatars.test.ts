import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import Avatar from '@/avatars/Avatar.svelte'
import AvatarChoice from '@/avatars/AvatarChoice.svelte'
import { DRAWINGS, type AnyAvatar } from '@/avatars/drawings'
import { avatarName } from '@/avatars/names'
import { ownAvatar, ownName } from '@/device/names'
import { settings } from '@/device/settings.svelte'
import { AVATARS } from '@/protocol/constants'

test('every picture is another one, also without its colours', () => {
  const shapes = Object.values(DRAWINGS).map((drawing) => drawing.shapes.map((shape) => shape.d).join())
  expect(new Set(shapes).size).toBe(shapes.length)
  for (const d of shapes) expect(d).not.toMatch(/NaN|undefined/)
})

test('people stand on a round ground, bots on a square one, and who has no picture has a letter', () => {
  const ground = (avatar: AnyAvatar): string | undefined =>
    render(Avatar, { avatar, name: 'maria' }).container.querySelector('svg')?.firstElementChild?.tagName
  expect([ground('owl'), ground('teapot')]).toEqual(['circle', 'rect'])
  expect(render(Avatar, { avatar: null, name: 'maria' }).container.textContent).toContain('M')
  expect(render(Avatar, { avatar: 'dragon' as never, name: 'ben' }).container.textContent).toContain('B')
})

test('a picture is chosen by its name in both languages, and whoever says no name is called like it', async () => {
  settings.lang = 'de'
  settings.name = ''
  settings.avatar = ''
  expect(AVATARS).toContain(ownAvatar())
  // Not the hedgehog by chance: a choice that is made already tells nobody.
  settings.avatar = 'owl'
  render(AvatarChoice)
  expect(screen.getAllByRole('radio')).toHaveLength(AVATARS.length)
  screen.getByRole('radio', { name: 'Igel' }).click()
  expect(settings.avatar).toBe('hedgehog')
  expect([ownAvatar(), ownName()]).toEqual(['hedgehog', 'Igel'])
  settings.lang = 'en'
  expect([ownName(), avatarName('mill'), ownName(' Maria ')]).toEqual(['Hedgehog', 'Pepper mill', 'Maria'])
  settings.avatar = 'dragon'
  expect(AVATARS).toContain(ownAvatar())
})
