/** The people and groups of this device's guest, and how they are asked to a table. */
import { guestKey, knownKey } from '@/device/guest'
import { hidden } from '@/device/hidden.svelte'
import { ownName } from '@/device/names'
import { settings } from '@/device/settings.svelte'
import type {
  Group,
  Invite,
  Invited,
  JoinGroup,
  MyPeople,
  NewGroup,
  RatingInfo,
  RemoveMember,
  Season,
  WantRating,
} from '@/protocol/types'
import { router } from '@/router.svelte'
import { get, post } from '@/server/api'
import { open, usualSeats } from '@/server/open-table'
import { server } from '@/server/server.svelte'
import { texts } from '@/texts/friends'

const w = texts('rating')

const NOBODY: MyPeople = { people: [], groups: [], rated: true, ratings: [] }

/** A device that never took a seat knows nobody. */
export async function myPeople(): Promise<MyPeople> {
  const key = knownKey()
  const found = key ? await get<MyPeople>('/guest/people', key) : NOBODY
  return { ...found, people: found.people.filter((one) => !hidden.has(one.name)) }
}

export function group(code: string): Promise<Group> {
  return get<Group>(`/groups/${code}`, guestKey())
}

export function foundGroup(wish: NewGroup): Promise<Group> {
  return post<Group>('/groups', wish, guestKey())
}

export function joinGroup(code: string, wish: JoinGroup): Promise<Group> {
  return post<Group>(`/groups/${code}/join`, wish, guestKey())
}

export function leaveGroup(code: string): Promise<Group> {
  return post<Group>(`/groups/${code}/leave`, {}, guestKey())
}

/** Remove a member, as the owner; the group gets a new link. */
export function removeMember(code: string, member: string): Promise<Group> {
  return post<Group>(`/groups/${code}/remove`, { member } satisfies RemoveMember, guestKey())
}

export function season(code: string, start: string, end: string): Promise<Season> {
  return get<Season>(`/groups/${code}/season?start=${start}&end=${end}`, guestKey())
}

export function wantRating(on: boolean): Promise<WantRating> {
  return post<WantRating>('/guest/rating', { on } satisfies WantRating, guestKey())
}

/** Fewer games say next to nothing. */
export const FEWEST_RATED = 5

/** A rating with its uncertainty, as people read it. */
export function rated({ value, spread, games }: RatingInfo): string {
  if (games < FEWEST_RATED) return w('few', { n: games, all: FEWEST_RATED })
  return w('value', { value, spread, n: games })
}

/** Show people an invitation to a table where we sit. */
export function invite(code: string, people: string[]): Promise<Invited> {
  return post<Invited>('/guest/invite', { code, people } satisfies Invite, guestKey())
}

/** A new table, to which these people are invited; a group's table counts in its season. */
export async function playWith(game: string, people: string[], of: string | null = null): Promise<void> {
  const seats = usualSeats(game, server.game(game))
  const wish = { game, seats, name: ownName(), pace: settings.pace, lang: settings.lang }
  const code = await open(of === null ? wish : { ...wish, group: of })
  if (server.shut) await server.openToNetwork()
  if (people.length) await invite(code, people)
  router.go(`/t/${code}`)
}
