/** How the pictures of people and bots are called. */
import { AVATARS, type Avatar, type BotAvatar } from '@/protocol/types'
import { words } from '@/i18n/lang.svelte'

const said = words({
  de: {
    fox: 'Fuchs',
    badger: 'Dachs',
    otter: 'Otter',
    hedgehog: 'Igel',
    hare: 'Hase',
    woodpecker: 'Specht',
    lynx: 'Luchs',
    owl: 'Eule',
    beaver: 'Biber',
    sparrow: 'Spatz',
    deer: 'Hirsch',
    jackdaw: 'Dohle',
    teapot: 'Teekanne',
    lamp: 'Lampe',
    clock: 'Wecker',
    radio: 'Radio',
    candle: 'Kerze',
    cup: 'Tasse',
    mill: 'Pfeffermühle',
    bell: 'Tischglocke',
  } satisfies Record<Avatar | BotAvatar, string>,
  en: {
    fox: 'Fox',
    badger: 'Badger',
    otter: 'Otter',
    hedgehog: 'Hedgehog',
    hare: 'Hare',
    woodpecker: 'Woodpecker',
    lynx: 'Lynx',
    owl: 'Owl',
    beaver: 'Beaver',
    sparrow: 'Sparrow',
    deer: 'Deer',
    jackdaw: 'Jackdaw',
    teapot: 'Teapot',
    lamp: 'Lamp',
    clock: 'Alarm clock',
    radio: 'Radio',
    candle: 'Candle',
    cup: 'Cup',
    mill: 'Pepper mill',
    bell: 'Table bell',
  } satisfies Record<Avatar | BotAvatar, string>,
})

export const avatarName = (avatar: Avatar | BotAvatar): string => said(avatar)

/** People look like animals, bots like things. */
export const isAnimal = (avatar: unknown): avatar is Avatar => (AVATARS as readonly unknown[]).includes(avatar)
