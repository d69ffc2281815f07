import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { areValid, isValid, type SignedHead } from '@/fair/signatures'
import { Told } from '@/fair/told'
import { heads, message as messageOf } from './facts'

const vector = JSON.parse(readFileSync('../conformance/fair/signature.json', 'utf8')) as {
  key: string
  code: string
  commitment: string
  seat: number
  steps: number
  head: string
  signature: string
}
const entry: SignedHead = [vector.steps, vector.head, vector.signature]
const hex = (data: ArrayBuffer): string => Buffer.from(data).toString('hex')

// tests/unit/engine/test_verify.py reads the same file.
test('a signature is the one of Python, and holds for one table, seat and head', async () => {
  expect(await isValid(vector, vector.commitment, vector.seat, entry)).toBe(true)
  expect(await isValid(vector, vector.commitment, 0, entry)).toBe(false)
  expect(await isValid({ ...vector, code: 'OTHER' }, vector.commitment, vector.seat, entry)).toBe(false)
  expect(await isValid(vector, vector.commitment, vector.seat, [8, vector.head, vector.signature])).toBe(false)
})

async function server(): Promise<{ key: string; sign: (told: number, head: string) => Promise<string> }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const key = hex(await crypto.subtle.exportKey('raw', pair.publicKey))
  const sign = async (told: number, head: string): Promise<string> => {
    const text = ['tischlein steps 1', 'ABC234', vector.commitment, 0, told, head].join('\n')
    return hex(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)))
  }
  return { key, sign }
}

const TRUE = ['7', '10', '3']
const FALSE = ['7', '76']

let told: Told
beforeEach(() => {
  localStorage.clear()
  told = new Told('ABC234', 'ada')
})

test('the last signature of each telling is kept, over a reload', async () => {
  const { key, sign } = await server()
  const seal = { key, commitment: vector.commitment, seat: 0 }
  for (const events of [TRUE.slice(0, 1), FALSE, TRUE.slice(0, 2), TRUE]) {
    const head = heads(events).at(-1) ?? ''
    const message = { ...messageOf(events), signature: await sign(events.length, head) }
    told.hear(message, 0)
    await told.sign(seal, message)
  }
  const kept = new Told('ABC234', 'ada').signed
  expect(kept).toMatchObject({ key, code: 'ABC234' })
  expect(kept?.heads.map(([told, head]) => [told, head])).toEqual([
    [2, heads(FALSE).at(-1)],
    [3, heads(TRUE).at(-1)],
  ])
})

test('a signature of something else, of another key, or none is not kept; but that there is a key', async () => {
  const [{ key, sign }, other] = await Promise.all([server(), server()])
  const head = heads(TRUE).at(-1) ?? ''
  const seal = { key, commitment: vector.commitment, seat: 0 }
  const message = { ...messageOf(TRUE), signature: await sign(2, head) }
  told.hear(message, 0)
  await told.sign(seal, message)
  await told.sign(seal, { ...message, signature: null })
  await told.sign({ ...seal, key: other.key }, { ...message, signature: await other.sign(3, head) })
  expect(told.signed).toEqual({ key, code: 'ABC234', heads: [] })
})

test('the signatures of a saved game are judged together, and what cannot be read is not judged', async () => {
  const { commitment, seat, key, code } = vector
  const saved = (heads: unknown): unknown => ({ receipt: { commitment, seat, signed: { key, code, heads } } })
  const wrong = [8, vector.head, vector.signature]
  expect(await areValid(saved([entry]))).toBe(true)
  expect(await areValid(saved([]))).toBe(true)
  expect(await areValid(saved([entry, wrong]))).toBe(false)
  for (const spoilt of [saved(7), saved([[7, vector.head, 'x']]), saved([null]), { receipt: { commitment } }, {}, null])
    expect(await areValid(spoilt)).toBeNull()
})
