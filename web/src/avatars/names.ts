/** How the pictures of people and bots are called. */
import { AVATARS } from '@/protocol/constants'
import type { Avatar, BotAvatar } from '@/protocol/types'
import { texts } from '@/texts/common'

const said = texts('animals')

export const avatarName = (avatar: Avatar | BotAvatar): string => said(avatar)

/** People look like animals, bots like things. */
export const isAnimal = (avatar: unknown): avatar is Avatar => (AVATARS as readonly unknown[]).includes(avatar)
