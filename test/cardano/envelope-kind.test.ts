import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVerificationKey, readWitness } from '#cardano/envelope.ts'
import {
  envelopeKind,
  isWitnessText,
  kindOfBytes,
  readEnvelopeOf,
  typeNote,
} from '#cardano/envelope-kind.ts'
import { readSigningKey } from '#cardano/keys.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { Secret } from '#platform/secret/secret.ts'

/** Whether a reader accepts a text; anything but a refusal in words is passed on. */
const accepts = (read: (text: string) => unknown, text: string): boolean => {
  try {
    read(text)
    return true
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return false
    throw error
  }
}

const file = (type: string, cborHex: string) =>
  JSON.stringify({ type, description: 'Generated with PyCardano', cborHex })
const witness = `825820${'ab'.repeat(32)}5840${'cd'.repeat(64)}`
const transaction = '84a0a0f5f6'
const script = `8200581c${'07'.repeat(28)}`
const key = `5820${'05'.repeat(32)}`

describe('the kind of a text envelope', () => {
  it.each([
    ['transaction', transaction],
    ['transaction', '83a0a0f6'],
    ['transaction', 'a400'],
    ['transaction', 'b900040081'],
    ['witness', witness],
    ['witness', `8200${witness}`],
    ['script', script],
    ['script', `8200${script}`],
    ['script', `8303018182${'00'.repeat(30)}`],
    ['key', key],
    ['key', `5880${'05'.repeat(128)}`],
    [undefined, `5821${'05'.repeat(33)}`],
    [undefined, '00'],
  ])('is %s by the bytes %s', (kind, cborHex) => {
    for (const one of [cborHex, cborHex.toUpperCase()])
      expect(kindOfBytes({ cborHex: one })).toBe(kind)
    for (const type of ['', 'Transaction', 'something new'])
      expect(envelopeKind({ type, cborHex })).toBe(kind)
  })

  it.each([
    ['PaymentSigningKeyShelley_ed25519', transaction],
    ['PaymentSigningKeyShelley_ed25519', witness],
    ['Signed Tx ConwayEra', key],
    ['Signed Tx ConwayEra', witness],
    ['TxWitness ConwayEra', transaction],
    ['SimpleScript', transaction],
    ['Tx ConwayEra', script],
  ])('is none where the type %s contradicts the bytes', (type, cborHex) => {
    expect(envelopeKind({ type, cborHex })).toBeUndefined()
    const kind = kindOfBytes({ cborHex }) ?? 'key'
    expect(() => readEnvelopeOf(kind, file(type, cborHex))).toThrow(
      `its type is "${type}", not that of a ${kind}, which its bytes are`,
    )
  })

  it('says of a type that says nothing what the bytes are', () => {
    expect(typeNote(file('', transaction))).toBe(
      "The file's type is empty; its bytes are a transaction.",
    )
    expect(typeNote(file('abc', witness))).toContain('type is "abc"; its bytes are a witness')
    expect(typeNote(file('Tx ConwayEra', transaction))).toBeUndefined()
    expect(typeNote(transaction)).toBeUndefined()
  })

  it('lets a witness be read whatever its type is called', () => {
    for (const type of ['', 'TxWitness BabbageEra', 'VerificationKeyWitness']) {
      expect(isWitnessText(file(type, witness))).toBe(true)
      expect(readWitness(file(type, witness)).publicKey).toBe('ab'.repeat(32))
    }
    expect(isWitnessText(file('Signed Tx ConwayEra', transaction))).toBe(false)
  })
})

describe('the keys of pycardano', () => {
  // test/resources/keys/payment.skey and payment.vkey of Python-Cardano/pycardano, as its tests have them.
  const cborHex = '5820093be5cd3987d0c9fd8854ef908f7746b69e2d73320db6dc0f780d81585b84c2'
  const publicKey = '8be8339e9f3addfa6810d59e2f072f85e64d4c024c087e0d24f8317c6544f62f'

  it('are read by their bytes, also those of its plain class, whose type is empty', () => {
    for (const type of ['', 'PaymentSigningKeyShelley_ed25519'])
      expect(readSigningKey(Secret.ofText(file(type, cborHex))).publicKey).toBe(publicKey)
  })

  it('that are extended are read with the chain code and the public key behind them', () => {
    // test/pycardano/test_key.py
    const extended =
      '5880e8428867ab9cc9304379a3ce0c238a592bd6d2349d2ebaf8a6ed2c6d2974a15ad59c74b6d8fa3edd032c6261a73998b7deafe983b6eeaff8b6fb3fab06bdf8019b693a62bce7a3cad1b9c02d22125767201c65db27484bb67d3cee7df7288d62c099ac0ce4a215355b149fd3114a2a7ef0438f01f8872c4487a61b469e26aae4'
    for (const type of ['', 'PaymentExtendedSigningKeyShelley_ed25519_bip32'])
      expect(readSigningKey(Secret.ofText(file(type, extended)))).toMatchObject({
        kind: 'ed25519e',
        publicKey: extended.slice(132, 196),
      })
  })

  it('are never taken for public ones when nothing says so: they would be shown', () => {
    for (const text of [file('', cborHex), file('', `5840${'48'.repeat(64)}`)])
      expect(() => readVerificationKey(text)).toThrow('its type is empty')
  })
})

describe('the readers of envelopes', () => {
  const hexOf = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  const start = fc.constantFrom('', '84a0', '83a0', 'a0', '5820', '5840', '5880', '825820', '8200')
  const types = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('', 'Tx ConwayEra', 'TxWitness ConwayEra', 'SimpleScript'),
    fc.constantFrom('PaymentSigningKeyShelley_ed25519', 'PaymentVerificationKeyShelley_ed25519'),
  )
  const texts = fc.oneof(
    fc
      .tuple(types, start, hexOf)
      .map(([type, head, hex]) => JSON.stringify({ type, cborHex: head + hex })),
    fc.json(),
  )
  const readers = [
    readTransactionText,
    readWitness,
    readVerificationKey,
    (text: string) => readSigningKey(Secret.ofText(text)),
  ]

  it('answer or refuse any text in words, and at most one of transaction and key accepts it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [isTransaction, isWitness, isPublic, isSigning] = readers.map((read) =>
          accepts(read, text),
        )
        const kinds = [isTransaction, isWitness, isPublic === true || isSigning === true]
        expect(kinds.filter((one) => one === true).length).toBeLessThan(2)
      }),
      { numRuns: 500 },
    )
  })
})
