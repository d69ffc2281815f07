/** Short, dry sounds, made when they are needed. Nothing is loaded, and nothing is heard before the first touch. */
import { calm, settings } from './settings.svelte'

export type Sound =
  | 'card'
  | 'flip'
  | 'chip'
  | 'pencil'
  | 'wood'
  | 'turn'
  | 'lock'
  | 'shuffle'
  | 'capture'
  | 'slam'
  | 'stamp'
  | 'thief'
  | 'lose'
  | 'narrow'
  | 'win'
  | 'no'
  | 'pop'

// Longer than any sound. After that the loudspeakers may sleep: kept awake without a sound they cost a phone its
// battery.
const SILENCE_MS = 2000

// A phone is often held where others sit.
const VOLUME = globalThis.matchMedia?.('(pointer: coarse)').matches ? 0.4 : 1
// What is also felt, where a device can: milliseconds of shaking and of rest.
const FELT: Partial<Record<Sound, number[]>> = {
  wood: [50, 110, 50],
  slam: [120],
  stamp: [70],
  lock: [30, 40, 60],
  thief: [30, 30, 30, 30, 80],
}

let context: AudioContext | null = null
let out: GainNode | null = null
let noise: AudioBuffer | null = null
let rest: ReturnType<typeof setTimeout> | undefined

// Before the first touch browsers allow no sound, and complain about the attempt. Not all of them say whether there was
// one.
let gesture = false
for (const kind of ['pointerup', 'keydown', 'touchend'])
  globalThis.addEventListener?.(kind, () => (gesture = true), { once: true, capture: true })

function touched(): boolean {
  return globalThis.navigator?.userActivation?.hasBeenActive ?? gesture
}

function open(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  const opened = (context ??= new AudioContext())
  if (!out) {
    out = opened.createGain()
    out.gain.value = VOLUME
    out.connect(opened.destination)
  }
  const silence = (): undefined => undefined
  void opened.resume().catch(silence)
  clearTimeout(rest)
  rest = setTimeout(() => void opened.suspend().catch(silence), SILENCE_MS)
  return opened
}

function hiss(at: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = at.createBuffer(1, at.sampleRate / 2, at.sampleRate)
  const data = noise.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  return noise
}

interface Burst {
  at?: number
  length: number
  gain: number
  from: number
  to?: number
  sharp?: number
}

/** A breath of filtered noise: paper, pencil, felt. */
function rustle(ctx: AudioContext, { at = 0, length, gain, from, to = from, sharp = 1 }: Burst): void {
  const start = ctx.currentTime + at
  const source = ctx.createBufferSource()
  source.buffer = hiss(ctx)
  const filter = ctx.createBiquadFilter()
  filter.type = 'bandpass'
  filter.Q.value = sharp
  filter.frequency.setValueAtTime(from, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + length)
  const volume = ctx.createGain()
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(gain, start + 0.006)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
  source
    .connect(filter)
    .connect(volume)
    .connect(out ?? ctx.destination)
  source.start(start, Math.random() * 0.2, length + 0.02)
}

interface Note {
  at?: number
  pitch: number
  to?: number
  length: number
  gain: number
  shape?: OscillatorType
}

/** A struck tone: wood, clay, a small bell. */
function strike(ctx: AudioContext, { at = 0, pitch, to = pitch, length, gain, shape = 'sine' }: Note): void {
  const start = ctx.currentTime + at
  const tone = ctx.createOscillator()
  tone.type = shape
  tone.frequency.setValueAtTime(pitch, start)
  tone.frequency.exponentialRampToValueAtTime(to, start + length)
  const volume = ctx.createGain()
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(gain, start + 0.004)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
  tone.connect(volume).connect(out ?? ctx.destination)
  tone.start(start)
  tone.stop(start + length + 0.02)
}

const MADE: Record<Sound, (ctx: AudioContext) => void> = {
  card: (c) => {
    rustle(c, { length: 0.09, gain: 0.16, from: 2600, to: 900 })
    strike(c, { at: 0.03, pitch: 150, to: 90, length: 0.07, gain: 0.12 })
  },
  flip: (c) => {
    rustle(c, { length: 0.07, gain: 0.1, from: 1200, to: 4200 })
    rustle(c, { at: 0.11, length: 0.06, gain: 0.14, from: 3000, to: 1100 })
  },
  chip: (c) => {
    strike(c, { pitch: 2100, to: 1900, length: 0.07, gain: 0.08, shape: 'triangle' })
    strike(c, { at: 0.06, pitch: 1700, to: 1600, length: 0.09, gain: 0.06, shape: 'triangle' })
    strike(c, { at: 0.13, pitch: 1850, to: 1800, length: 0.05, gain: 0.03, shape: 'triangle' })
  },
  pencil: (c) => {
    rustle(c, { length: 0.1, gain: 0.07, from: 5200, to: 3800, sharp: 3 })
    rustle(c, { at: 0.13, length: 0.1, gain: 0.08, from: 3900, to: 5400, sharp: 3 })
  },
  wood: (c) => {
    for (const at of [0, 0.16]) {
      strike(c, { at, pitch: 210, to: 120, length: 0.12, gain: 0.4 })
      rustle(c, { at, length: 0.04, gain: 0.18, from: 700, to: 300 })
    }
  },
  turn: (c) => {
    strike(c, { pitch: 660, length: 0.22, gain: 0.07 })
    strike(c, { at: 0.11, pitch: 880, length: 0.32, gain: 0.07 })
  },
  lock: (c) => {
    strike(c, { pitch: 1400, to: 900, length: 0.03, gain: 0.14, shape: 'square' })
    strike(c, { at: 0.07, pitch: 520, to: 300, length: 0.08, gain: 0.2, shape: 'triangle' })
  },
  shuffle: (c) => {
    for (let i = 0; i < 9; i++)
      rustle(c, { at: i * 0.045, length: 0.05, gain: 0.07, from: 2000 + (i % 3) * 500, to: 1200 })
  },
  capture: (c) => {
    for (let i = 0; i < 3; i++) rustle(c, { at: i * 0.06, length: 0.07, gain: 0.12, from: 1500 + i * 500, to: 1000 })
    strike(c, { at: 0.16, pitch: 520, to: 560, length: 0.14, gain: 0.06 })
  },
  slam: (c) => {
    strike(c, { pitch: 140, to: 45, length: 0.35, gain: 0.5 })
    rustle(c, { length: 0.12, gain: 0.3, from: 900, to: 200 })
    strike(c, { at: 0.05, pitch: 620, to: 590, length: 0.5, gain: 0.04, shape: 'square' })
  },
  stamp: (c) => {
    strike(c, { pitch: 180, to: 70, length: 0.14, gain: 0.4 })
    rustle(c, { length: 0.06, gain: 0.2, from: 500, to: 250 })
  },
  thief: (c) => {
    for (let i = 0; i < 5; i++) strike(c, { at: i * 0.07, pitch: 330 + i * 60, length: 0.06, gain: 0.06 })
    rustle(c, { at: 0.38, length: 0.2, gain: 0.2, from: 900, to: 4200 })
  },
  lose: (c) => {
    for (const [i, pitch] of [392, 349, 294].entries())
      strike(c, { at: i * 0.17, pitch, to: pitch * 0.97, length: 0.36, gain: 0.07, shape: 'triangle' })
  },
  narrow: (c) => {
    for (const [i, pitch] of [523, 659, 784, 740].entries())
      strike(c, { at: i * 0.13, pitch, length: i === 3 ? 0.5 : 0.25, gain: 0.06, shape: 'triangle' })
  },
  win: (c) => {
    for (const [i, pitch] of [523, 659, 784, 1047].entries())
      strike(c, { at: i * 0.11, pitch, length: 0.4, gain: 0.07 })
  },
  no: (c) => {
    strike(c, { pitch: 190, to: 170, length: 0.09, gain: 0.12, shape: 'triangle' })
    strike(c, { at: 0.1, pitch: 170, to: 150, length: 0.1, gain: 0.12, shape: 'triangle' })
  },
  pop: (c) => {
    strike(c, { pitch: 420, to: 900, length: 0.07, gain: 0.08 })
  },
}

/** Make a sound, if sounds are on, and let the device shake, if things may move. Never throws. */
export function play(sound: Sound): void {
  if (!touched()) return
  const felt = FELT[sound]
  if (felt && settings.motion && !calm()) globalThis.navigator?.vibrate?.(felt)
  if (!settings.sound) return
  try {
    const ctx = open()
    if (ctx) MADE[sound](ctx)
  } catch {
    // A browser without audio.
  }
}
