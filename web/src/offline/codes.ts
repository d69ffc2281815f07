/** Codes of tables on this device: no server gives out a code that begins with a zero. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 6

function random(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

export const newCode = (): string => `0${random(LENGTH)}`
export const newToken = (): string => `here-${random(24)}`
export const isLocal = (code: string): boolean => code.startsWith('0')
