import * as fc from 'fast-check'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { TxId } from '#cardano/ids.ts'
import {
  generatePolicyKey,
  policyKeyOf,
  readSigningKey,
  signBody,
  verifyWitness,
  writeSigningKey,
  type PolicyKey,
} from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { given, only, vectors } from './vectors.ts'

const body = TxId('c0'.repeat(32))
const formats = ['bech32', 'hex', 'cbor', 'envelope'] as const
const read = (text: string) => readSigningKey(Secret.ofText(text))
const hexOf = (secret: Secret) => secret.use((bytes) => Buffer.from(bytes).toString('hex'))
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
/** 64 bytes with the bits that every extended private key has. */
const extended = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => {
  const key = bytes.slice()
  key[0] = (key[0] ?? 0) & 0xf8
  key[31] = ((key[31] ?? 0) & 0x1f) | 0x40
  return key
})
const chainCode = 'cc'.repeat(32)

const errorOf = (work: () => unknown): unknown => {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

describe('a policy key', () => {
  it('is fresh each time, and signs what only its own public key verifies', () => {
    const [key, other] = [generatePolicyKey(), generatePolicyKey()]
    expect(key.kind).toBe('ed25519')
    expect(key.keyHash).not.toBe(other.keyHash)
    const witness = signBody(key, body)
    expect(witness.publicKey).toBe(key.publicKey)
    expect(verifyWitness(witness, body)).toBe(true)
    expect(verifyWitness(witness, TxId('c1'.repeat(32)))).toBe(false)
    expect(verifyWitness({ ...witness, publicKey: other.publicKey }, body)).toBe(false)
  })

  it('calls a malformed witness false instead of failing', () => {
    const witness = signBody(generatePolicyKey(), body)
    expect(verifyWitness({ ...witness, signature: 'ab' }, body)).toBe(false)
    expect(verifyWitness({ ...witness, publicKey: 'zz'.repeat(32) }, body)).toBe(false)
  })

  it('shows no secret when it is printed', () => {
    const key = generatePolicyKey()
    const secret = hexOf(key.secret)
    expect(inspect(key, { depth: 9 }) + JSON.stringify(key)).not.toContain(secret)
  })

  it('is never made of any other number of bytes', () => {
    expect(() => policyKeyOf(new Uint8Array(33))).toThrow(RangeError)
  })
})

describe('the forms of a key', () => {
  const survives = (key: PolicyKey) => {
    for (const format of formats) {
      const again = readSigningKey(writeSigningKey(key, format))
      expect(again).toMatchObject({
        kind: key.kind,
        keyHash: key.keyHash,
        publicKey: key.publicKey,
      })
      expect(hexOf(again.secret)).toBe(hexOf(key.secret))
    }
  }

  it('carry a plain key there and back', () => {
    fc.assert(
      fc.property(seeds, (seed) => survives(policyKeyOf(seed.slice()))),
      { numRuns: 25 },
    )
  })

  it('carry an extended key there and back, and it still signs', () => {
    fc.assert(
      fc.property(extended, (bytes) => {
        const key = policyKeyOf(bytes.slice())
        expect(key.kind).toBe('ed25519e')
        survives(key)
        expect(verifyWitness(signBody(key, body), body)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('have the prefixes and heads that others expect', () => {
    const plain = policyKeyOf(new Uint8Array(32).fill(5))
    expect(writeSigningKey(plain, 'bech32').text()).toMatch(/^ed25519_sk1/u)
    expect(writeSigningKey(plain, 'cbor').text()).toBe(`5820${'05'.repeat(32)}`)
    expect(writeSigningKey(plain, 'hex').text()).toBe('05'.repeat(32))
    const bytes = new Uint8Array(64).fill(0x48)
    const long = policyKeyOf(bytes)
    expect(writeSigningKey(long, 'bech32').text()).toMatch(/^ed25519e_sk1/u)
    expect(writeSigningKey(long, 'cbor').text()).toBe(`5840${'48'.repeat(64)}`)
  })

  const plain = '05'.repeat(32)
  const long = '48'.repeat(64)
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const publicKey = read(long).publicKey

  it.each([
    ...['ed25519_sk', 'policy_sk', 'addr_sk'].map((prefix) => [prefix, plain] as const),
    ...['ed25519e_sk', 'policy_sk', 'addr_sk'].map((prefix) => [prefix, long] as const),
    ...['policy_xsk', 'addr_xsk', 'xprv'].map((prefix) => [prefix, long + chainCode] as const),
    ['xprv', long + publicKey + chainCode] as const,
  ])('a signing key is read from bech32 %s', (prefix, hex) => {
    const key = read(`\n${writeBech32(prefix, bytes(hex))} `)
    expect(hexOf(key.secret)).toBe(hex.startsWith('05') ? plain : long)
  })

  it.each([long + chainCode, long + publicKey + chainCode])('read hex and CBOR hex', (hex) => {
    expect(hexOf(read(hex).secret)).toBe(long)
    expect(hexOf(read(hex.toUpperCase()).secret)).toBe(long)
    expect(hexOf(read(`58${(hex.length / 2).toString(16)}${hex}`).secret)).toBe(long)
  })

  it.each([
    ['nothing', '  ', 'empty'],
    ['odd hex', plain.slice(1), 'an odd number of hex digits'],
    ['31 bytes', plain.slice(2), '31 bytes of hex'],
    ['65 bytes', `${long}00`, '65 bytes of hex'],
    ['CBOR of another length', `5821${plain}00`, '33 bytes of hex'],
    ['a wrong checksum', `${writeBech32('ed25519_sk', bytes(plain)).slice(0, -1)}x`, 'checksum'],
    [
      'mixed case',
      writeBech32('ed25519_sk', bytes(plain)).replace('ed25519_sk', 'ED25519_sk'),
      'upper and lower case are mixed',
    ],
    ['a verification key', writeBech32('policy_vk', bytes(plain)), 'a verification key, which'],
    ['an extended public key', writeBech32('xpub', bytes(long)), '"xpub", a verification key'],
    ['a key hash', writeBech32('policy_vkh', bytes('07'.repeat(28))), '"policy_vkh", a verif'],
    ['a root key', writeBech32('root_xsk', bytes(long + chainCode)), 'no signing key of a policy'],
    ['a prefix of Object', writeBech32('constructor', bytes(plain)), 'no signing key of a policy'],
    ['a short bech32', writeBech32('ed25519_sk', bytes(plain.slice(2))), '31 bytes instead of 32'],
    ['a long one', writeBech32('policy_sk', bytes(long + chainCode)), 'instead of 32 or 64'],
    ['a plain key as extended', writeBech32('ed25519e_sk', bytes(plain)), 'instead of 64'],
    ['64 bytes that sign nothing', 'ff'.repeat(64), 'its fixed bits are wrong'],
    ['a foreign public part', long + '11'.repeat(32) + chainCode, 'does not belong'],
    ['words', 'correct horse battery', 'text of no known form'],
    ['JSON of something else', '{"a":1}', 'not a cardano-cli text envelope'],
    ['broken JSON', `{"cborHex": "5820${plain}`, 'not a cardano-cli text envelope'],
  ])('refuse %s and say what was found', (_, text, reason) => {
    expect(() => read(text)).toThrow(reason)
  })

  it.each([
    ['PaymentVerificationKeyShelley_ed25519', `5820${plain}`, 'a verification key, which cannot'],
    ['VrfSigningKey_PraosVRF', `5840${long}`, 'a file of type "VrfSigningKey_PraosVRF"'],
    ['PaymentSigningKeyShelley_ed25519', `5840${long}`, 'does not hold 32 bytes'],
    ['PaymentExtendedSigningKeyShelley_ed25519_bip32', `5820${plain}`, 'not hold 128 bytes'],
    ['PaymentSigningKeyShelley_ed25519', plain, 'does not hold 32 bytes'],
  ])('refuse a file of type %s that is no signing key', (type, cborHex, reason) => {
    const text = JSON.stringify({ type, description: '', cborHex })
    expect(() => read(text)).toThrow(reason)
  })

  it('refuse what is not text', () => {
    const secret = Secret.ofBytes(Uint8Array.of(0xff, 0xfe))
    expect(() => readSigningKey(secret)).toThrow('signing key: not text')
  })

  it('never repeat key text in an error', () => {
    const hex = fc.stringMatching(/^[0-9a-f]*$/u)
    const mutations = fc.tuple(seeds, fc.constantFrom(...formats), fc.nat(200), hex)
    fc.assert(
      fc.property(mutations, ([seed, format, at, insert]) => {
        const text = writeSigningKey(policyKeyOf(seed.slice()), format).text()
        const error = errorOf(() => read(text.slice(0, at) + insert + text.slice(at + 1)))
        expect(error === undefined || isColdpressError(error, 'invalid')).toBe(true)
        const shown = inspect(error, { depth: 9 })
        const starts = Array.from({ length: text.length - 11 }, (_, from) => from)
        const secretRuns = starts
          .map((from) => text.slice(from, from + 12))
          .filter((run) => /^[0-9a-z]{12}$/u.test(run))
        expect(secretRuns.filter((run) => shown.includes(run))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('vectors of cardano-cli and cardano-addresses', () => {
  it('turn an xprv into the extended key of cardano-cli', () => {
    const entry = only(vectors.textEnvelope, ({ kind }) => kind.startsWith('cardano-address xprv'))
    const fromXprv = read(given(entry.xprv))
    const fromFile = read(JSON.stringify(given(entry.skey)))
    expect(hexOf(fromXprv.secret)).toBe(hexOf(fromFile.secret))
    expect(fromXprv.keyHash).toBe(fromFile.keyHash)
    expect(fromXprv.kind).toBe('ed25519e')
  })
})
