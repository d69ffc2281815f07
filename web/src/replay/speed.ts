/** How long each step of a game seen again stays. */
export const BETWEEN_MS = { slow: 1800, normal: 550, fast: 60 } as const
export type Speed = keyof typeof BETWEEN_MS
export const SPEEDS = ['slow', 'normal', 'fast'] as const satisfies readonly Speed[]
