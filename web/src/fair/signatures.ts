/**
 * Signatures of a server that has a key (Ed25519), as src/tischlein/verify/signatures.py checks them: what is signed
 * convinces others than the player too.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Saved } from './sharing'
import type { Telling } from './told'

/** The number of steps up to which a head stands for them, the head, and its signature. */
export type SignedHead = [steps: number, head: string, signature: string]

export interface Signed {
  key: string
  code: string
  heads: SignedHead[]
}

/** True if the server has made the signature; null where this browser cannot tell, for one without HTTPS. */
export async function isValid(
  { key, code }: Pick<Signed, 'key' | 'code'>,
  commitment: string,
  seat: number,
  [told, head, signature]: SignedHead,
): Promise<boolean | null> {
  const text = ['tischlein steps 1', code, commitment, seat, told, head].join('\n')
  try {
    const imported = await crypto.subtle.importKey('raw', bytes(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, bytes(signature), new TextEncoder().encode(text))
  } catch {
    return null
  }
}

/**
 * True if the server has made all signatures of a saved game; null where this browser cannot tell, or where they cannot
 * be read.
 */
export async function areValid(record: unknown): Promise<boolean | null> {
  try {
    const { commitment, seat, signed } = (record as Required<Saved>).receipt
    if (!signed) return null
    const valid = await Promise.all(signed.heads.map((head) => isValid(signed, commitment, seat, head)))
    return valid.includes(false) ? false : valid.includes(null) ? null : true
  } catch {
    return null
  }
}

const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex))

/** The number of steps of a telling up to which the server has signed it. */
export function signedUntil(telling: Telling, signed: readonly SignedHead[]): number {
  return Math.max(0, ...signed.flatMap(([told, head]) => (telling[told - 1] === head ? [told] : [])))
}
