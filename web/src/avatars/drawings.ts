/**
 * What people and bots look like: animals and things of the kitchen, each as shapes on a field of 48 by 48 with its
 * middle at 0, 0.
 */
import type { Avatar, BotAvatar } from '@/protocol/types'

export type AnyAvatar = Avatar | BotAvatar

export interface Shape {
  d: string
  fill?: string
  /** A line of this colour instead of a filled shape. */
  line?: string
  width?: number
  /** Drawn once more on the other side. */
  twice?: boolean
}

export interface Drawing {
  ground: string
  shapes: readonly Shape[]
}

const INK = '#2a1f17'
const WHITE = '#fffaf0'
const CREAM = '#f3dfbd'

/** A disc as a path, so that everything is a path. */
const disc = (x: number, y: number, r: number, ry = r): string =>
  `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`

const fill = (d: string, colour: string): Shape => ({ d, fill: colour })
const both = (d: string, colour: string): Shape => ({ d, fill: colour, twice: true })
const line = (d: string, colour: string, width = 1.6): Shape => ({ d, line: colour, width })
const lines = (d: string, colour: string, width = 1.6): Shape => ({ d, line: colour, width, twice: true })
const eyes = (x: number, y: number, r = 2): Shape => both(disc(-x, y, r), INK)
/** Two dots and a smile: what is alive in a kitchen at night. */
const smile = (y: number, colour = INK, x = 4): Shape[] => [
  both(disc(-x, y, 1.6), colour),
  line(`M-3 ${y + 4}Q0 ${y + 6.6} 3 ${y + 4}`, colour),
]

/** A ring of points: spines. */
function spiky(points: number, outer: number, inner: number, y: number): string {
  const corners = Array.from({ length: 2 * points }, (_, k) => {
    const angle = (Math.PI * k) / points
    const r = k % 2 ? inner : outer
    return `${(r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}z`
}

export const DRAWINGS: Record<AnyAvatar, Drawing> = {
  fox: {
    ground: '#23636b',
    shapes: [
      both('M-17 -2L-16 -20L-2 -11z', '#d9662a'),
      both('M-14 -8L-13.6 -15.5L-7.5 -11z', INK),
      fill('M-17 -3C-15 -13 15 -13 17 -3C15 8 5 15 0 19C-5 15 -15 8 -17 -3z', '#e57a35'),
      both('M-17 -3C-11 -1 -3 2 0 19C-5 15 -15 8 -17 -3z', WHITE),
      eyes(7, -1),
      fill(disc(0, 16.4, 2.9, 2.4), INK),
    ],
  },
  badger: {
    ground: '#5e7434',
    shapes: [
      both(disc(-12.5, -11, 4.6), INK),
      both(disc(-12.5, -11, 2), WHITE),
      fill('M-15 -3C-15 -18 15 -18 15 -3C15 8 7 18 0 18C-7 18 -15 8 -15 -3z', WHITE),
      both('M-10.5 -13C-4 -14 -3 -7 -3.4 -1C-3.8 6 -6 12 -8.5 10.5C-13.5 6 -15.5 -6 -10.5 -13z', INK),
      both(disc(-7.6, -1, 1.9), WHITE),
      fill(disc(0, 14, 4, 2.9), INK),
    ],
  },
  otter: {
    ground: '#2f6396',
    shapes: [
      both(disc(-14, -8, 4.2), '#6b452b'),
      fill(disc(0, 1, 18, 15), '#8a5a38'),
      fill(disc(0, 7.5, 11, 8), CREAM),
      fill('M-5 1Q0 -1.5 5 1Q4 6.5 0 6.5Q-4 6.5 -5 1z', INK),
      line('M0 6V9.5M-4.5 9.8Q-2 12.4 0 9.6Q2 12.4 4.5 9.8', INK),
      lines('M-8 6.5L-18 4M-8 9L-18 11', INK, 1.1),
      eyes(9, -3.5, 2.1),
    ],
  },
  hedgehog: {
    ground: '#b9702f',
    shapes: [
      fill(spiky(17, 21, 14.5, 0), '#4a3223'),
      both(disc(-10, -3, 3.4), '#d8b184'),
      fill('M-11.5 3C-12 -8 12 -8 11.5 3C11 11 5 17.5 0 17.5C-5 17.5 -11 11 -11.5 3z', CREAM),
      eyes(5, 2.4),
      fill(disc(0, 13, 3.6, 3), INK),
    ],
  },
  hare: {
    ground: '#6f8f4a',
    shapes: [
      both('M-2.5 -3C-2.5 -14 -5 -23 -9.5 -23C-15 -22 -13.5 -9 -9.5 -2z', '#b98f68'),
      both('M-5 -5C-5.2 -13 -6.8 -19 -9.2 -19C-11.8 -18 -10.6 -9 -8.4 -5z', '#f0b7a4'),
      fill('M-14 6C-14 -6 -7 -9 0 -9C7 -9 14 -6 14 6C14 15 7 19 0 19C-7 19 -14 15 -14 6z', '#c99f77'),
      both(disc(-4.6, 11.6, 5.4, 4.6), WHITE),
      fill('M-2.6 5.6H2.6L0 9z', '#d2645a'),
      fill('M-2.4 13.4H2.4V17.6H-2.4z', WHITE),
      line('M0 9V13.4M-2.4 13.4H2.4M0 13.4V17.4', INK, 1.2),
      eyes(7.4, 1),
    ],
  },
  woodpecker: {
    ground: '#d7b264',
    shapes: [
      fill('M8 -4L24 3L8 8z', '#59606b'),
      fill('M-20 24C-22 2 -16 -15 -3 -15C8 -15 13 -7 12 2C11 10 4 12 3 24z', INK),
      fill('M-18 -4C-17 -19 2 -22 10 -9C2 -12 -9 -10 -18 -4z', '#cf2f2a'),
      fill('M-8 1C-3 -4 6 -3 11 0C10 9 2 11 -4 9C-8 8 -10 4 -8 1z', WHITE),
      fill(disc(4.6, 2, 2.3), INK),
      fill('M-14 12C-8 11 -4 14 -3 19L-14 22z', WHITE),
    ],
  },
  lynx: {
    ground: '#7a3f5c',
    shapes: [
      lines('M-14.6 -15L-17 -22', INK, 2.2),
      both('M-17 -1L-15 -18L-4 -11z', '#c98f4c'),
      both('M-13.6 -7L-12.9 -13.4L-8.6 -10z', INK),
      fill(
        'M-15 -5C-12 -13 12 -13 15 -5C16.5 1 18 7 21 12L14 12.5L15 17C9 18 -9 18 -15 17L-14 12.5L-21 12C-18 7 -16.5 1 -15 -5z',
        '#dba860',
      ),
      both(disc(-4, 10.6, 5.2, 4.6), WHITE),
      both('M-11.5 -1.6Q-7.5 -5.4 -3.6 -0.6Q-7.6 2.2 -11.5 -1.6z', '#f5e9a6'),
      both(disc(-7.4, -1.6, 1.3, 2.4), INK),
      fill('M-3 5.6H3L0 9.2z', '#b6453d'),
      line('M-2.4 -9.5L-3 -5.6M2.4 -9.5L3 -5.6', INK, 1.8),
      lines('M-6 10.6L-16 9.4', INK, 0.9),
    ],
  },
  owl: {
    ground: '#43417a',
    shapes: [
      fill('M-14.5 -18C-8 -11 8 -11 14.5 -18C17.5 -7 18 20 0 20C-18 20 -17.5 -7 -14.5 -18z', '#a9713d'),
      both(disc(-6.8, -2.6, 7.2), WHITE),
      both(disc(-6, -2.6, 3.8), '#f0b22e'),
      eyes(5.8, -2.6, 2.4),
      fill('M0 0L3 4.6L0 9.6L-3 4.6z', '#e07c22'),
      line('M-9 10.5l2 2.4l2 -2.4M5 10.5l2 2.4l2 -2.4M-2 13.6l2 2.4l2 -2.4', CREAM, 1.6),
    ],
  },
  beaver: {
    ground: '#1f6a4d',
    shapes: [
      both(disc(-12.5, -12, 4.6), '#5b3920'),
      fill('M-16 -1C-16 -13 -8 -16 0 -16C8 -16 16 -13 16 -1C16 9 10 15 0 15C-10 15 -16 9 -16 -1z', '#744a2a'),
      both(disc(-5.4, 5.6, 6.8, 5.6), '#b98555'),
      fill('M-4.6 9H4.6V19Q0 20.4 -4.6 19z', WHITE),
      line('M0 9V19', INK, 1.2),
      fill(disc(0, 1, 4.4, 3.2), INK),
      eyes(8, -6.4),
    ],
  },
  sparrow: {
    ground: '#6b94ab',
    shapes: [
      fill('M-16 24C-18 0 -15 -16 0 -16C15 -16 18 0 16 24z', '#f0e4cf'),
      fill('M-16.4 4C-18 -12 -9 -18 0 -18C9 -18 18 -12 16.4 4C14 -3 9 -5.6 0 -5.6C-9 -5.6 -14 -3 -16.4 4z', '#8b4a26'),
      both(disc(-11, 9, 2.6, 3.2), '#4a3a30'),
      fill('M-5 11C-7 16 -5 22 0 24C5 22 7 16 5 11C3 13 -3 13 -5 11z', '#4a3a30'),
      fill('M-4.6 4.4Q0 1.6 4.6 4.4L0 11.6z', '#d99a3c'),
      eyes(6.6, 1, 2.3),
    ],
  },
  deer: {
    ground: '#8a5a1e',
    shapes: [
      lines('M-5 -9C-8 -13 -9 -17 -8 -22M-8.6 -16.6L-14.5 -19.5M-7.4 -13L-13.5 -13.5', '#f0dcb4', 2.3),
      both('M-9 -5C-14 -8 -19 -8 -20.5 -6C-19 -1 -13 1 -9 0z', '#c98a4f'),
      fill(
        'M-10 -5C-9 -11 9 -11 10 -5C10.6 3 6 10 6 15C6 19 3 20.5 0 20.5C-3 20.5 -6 19 -6 15C-6 10 -10.6 3 -10 -5z',
        '#d9a066',
      ),
      fill('M-5.8 12C-3 9 3 9 5.8 12C6.4 18 3 20.5 0 20.5C-3 20.5 -6.4 18 -5.8 12z', WHITE),
      fill(disc(0, 14.4, 4, 2.8), INK),
      eyes(6.6, -0.5, 2.1),
    ],
  },
  jackdaw: {
    ground: '#e0a94a',
    shapes: [
      fill('M-9 -2L-24 3Q-15 7 -8 6z', '#3b3b40'),
      fill('M20 24C22 0 15 -17 1 -17C-9 -17 -14 -9 -13 0C-12 9 -4 12 -3 24z', '#26262b'),
      fill('M19.4 13C19 -2 14 -12 4 -13.6C8 -6 8 4 3 13.6C8 12 15 11 19.4 13z', '#8a8d97'),
      fill(disc(-4.4, -1.4, 3.5), '#e8eef2'),
      fill(disc(-4.8, -1.4, 1.6), INK),
    ],
  },
  teapot: {
    ground: '#8c4a2f',
    shapes: [
      line('M9 -2C18 -4 18 10 10 11', WHITE, 3.2),
      fill('M-10 3C-15 3 -16 -2 -20 -4L-17.5 -7C-12 -5 -10 -3 -8 0z', WHITE),
      fill('M-12 5C-12 -4 -6 -6 0 -6C6 -6 12 -4 12 5C12 13 7 16 0 16C-7 16 -12 13 -12 5z', WHITE),
      fill('M-7 -5.4C-5 -9 5 -9 7 -5.4z', '#e7c9a0'),
      fill(disc(0, -10, 2.4), '#e7c9a0'),
      ...smile(3.4),
    ],
  },
  lamp: {
    ground: '#3a4a63',
    shapes: [
      fill('M-2 4H2V15H-2z', '#d7c7a8'),
      fill('M-9 15H9Q10 19 8 19H-8Q-10 19 -9 15z', '#d7c7a8'),
      fill('M-7.5 -17H7.5L15 4H-15z', '#ffd56b'),
      ...smile(-5.6),
    ],
  },
  clock: {
    ground: '#2f6b5e',
    shapes: [
      lines('M-8 14L-11.5 19', CREAM, 3),
      both('M-16.5 -8C-18 -15 -10 -19 -5.5 -14.5z', CREAM),
      line('M0 -13V-17.5M-3 -17.6H3', CREAM, 2.2),
      fill(disc(0, 2, 15), '#c24a3a'),
      fill(disc(0, 2, 11.8), WHITE),
      line('M0 -7.4V-5.4M9.4 2H7.6M-9.4 2H-7.6', INK, 1.4),
      ...smile(0.6),
    ],
  },
  radio: {
    ground: '#6a5132',
    shapes: [
      line('M6 -9L15 -20', '#e9dcc6', 1.8),
      fill('M-17 -9H17Q19 -9 19 -7V14Q19 16 17 16H-17Q-19 16 -19 14V-7Q-19 -9 -17 -9z', '#e3b566'),
      both(disc(-9.5, 0, 5.6), WHITE),
      both(disc(-9.5, 0, 2), INK),
      line('M-8 9.6H8M-6 12.8H6', INK, 1.6),
    ],
  },
  candle: {
    ground: '#472f4f',
    shapes: [
      fill(
        'M0 -21C5 -15 5.5 -12 5 -10C4.4 -7.6 2.4 -6.6 0 -6.6C-2.4 -6.6 -4.4 -7.6 -5 -10C-5.5 -12 -5 -15 0 -21z',
        '#ffc24a',
      ),
      fill('M0 -15C2 -12 2.2 -10.6 1.8 -9.4Q0 -7.6 -1.8 -9.4C-2.2 -10.6 -2 -12 0 -15z', WHITE),
      fill('M-8 -4Q-4 -7 0 -5Q4 -7 8 -4V14H-8z', CREAM),
      fill('M-15 13H15Q15 19 8 19H-8Q-15 19 -15 13z', '#c9873b'),
      ...smile(2, INK, 3.6),
    ],
  },
  cup: {
    ground: '#5c6f7d',
    shapes: [
      lines('M-5.4 -9C-8 -12 -3 -14 -5.4 -17.6', WHITE, 1.8),
      line('M11 -1C20 -2 19 9 9.4 9', '#f0d9b5', 3),
      fill('M-14 -5H13C13 8 9 15 -0.5 15C-10 15 -14 8 -14 -5z', '#f0d9b5'),
      fill('M-14 16H13Q10 19.6 6 19.6H-7Q-11 19.6 -14 16z', '#c98d4e'),
      { d: disc(-4.5, 1.6, 1.6), fill: INK },
      { d: disc(3.5, 1.6, 1.6), fill: INK },
      line('M-3.4 6Q-0.5 8.8 2.4 6', INK),
    ],
  },
  mill: {
    ground: '#7d3438',
    shapes: [
      fill(disc(0, -17.4, 3.2), '#d9dde0'),
      fill('M-7 -5C-11 -9 -8 -15 0 -15C8 -15 11 -9 7 -5z', '#c08a4e'),
      fill('M-6 -5H6L5 0C8 4 11 12 11 19H-11C-11 12 -8 4 -5 0z', '#a56c35'),
      line('M-6.4 -5H6.4', INK, 1.4),
      ...smile(7, WHITE, 3.6),
    ],
  },
  bell: {
    ground: '#34597a',
    shapes: [
      fill(disc(0, -13, 3), '#e9c25a'),
      fill('M-16 9C-16 -5 -9 -11 0 -11C9 -11 16 -5 16 9z', '#f2cf6b'),
      fill('M-18 10H18Q19 16 17 16H-17Q-19 16 -18 10z', '#c9963a'),
      ...smile(-1),
    ],
  },
}
