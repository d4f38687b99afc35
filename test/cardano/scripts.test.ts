import * as fc from 'fast-check'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { withCsl } from '#cardano/csl.ts'
import { KeyHash } from '#cardano/ids.ts'
import {
  keyHashesIn,
  maxScriptDepth,
  policyIdOf,
  scriptFromCbor,
  scriptFromJson,
  scriptToCbor,
  scriptToJson,
} from '#cardano/scripts.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { vectors } from './vectors.ts'

const cslHash = (cbor: string) =>
  withCsl((csl, own) => own(own(csl.NativeScript.from_hex(cbor)).hash()).to_hex())

const sig = (byte: number): ScriptJson => ({
  type: 'sig',
  keyHash: byte.toString(16).padStart(2, '0').repeat(28),
})

/** Any script, nested up to four levels, with slots up to 2^64 - 1. */
const anyScript = fc.letrec<{ script: ScriptJson }>((tie) => {
  const scripts = fc.array(tie('script'), { maxLength: 4 })
  return {
    script: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.integer({ min: 0, max: 255 }).map(sig),
      fc.record({
        type: fc.constantFrom('after' as const, 'before' as const),
        slot: fc.oneof(fc.maxSafeNat(), fc.bigInt(2n ** 53n, 2n ** 64n - 1n).map(String)),
      }),
      fc.record({ type: fc.constantFrom('all' as const, 'any' as const), scripts }),
      fc.record({
        type: fc.constant('atLeast' as const),
        required: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        scripts,
      }),
    ),
  }
}).script

describe('native scripts', () => {
  it('all vectors of native scripts are there', () => {
    expect(vectors.nativeScripts).toHaveLength(28)
    expect(vectors.registry).toHaveLength(22)
  })

  it.each(vectors.nativeScripts)(
    'a native script has the policy ID of cardano-cli: $name',
    ({ script: json, policy_id, bech32, address }) => {
      const script = scriptFromJson(json)
      const policyId = policyIdOf(script)
      expect(policyId).toBe(policy_id)
      expect(cslHash(scriptToCbor(script))).toBe(policy_id)
      expect(scriptFromCbor(scriptToCbor(script))).toEqual(script)
      expect(scriptFromJson(scriptToJson(script))).toEqual(script)
      const bytes = Buffer.from(policyId, 'hex')
      expect([undefined, writeBech32('script', bytes)]).toContain(bech32)
      expect([undefined, writeBech32('addr', Buffer.from([0x71, ...bytes]))]).toContain(address)
    },
  )

  it.each(vectors.registry)(
    '$name of the token registry',
    ({ script_cbor, policy_id, subject }) => {
      const script = scriptFromCbor(script_cbor)
      expect(policyIdOf(script)).toBe(policy_id)
      expect(subject.startsWith(policy_id)).toBe(true)
      expect(scriptToCbor(script)).toBe(script_cbor)
      expect(policyIdOf(scriptFromJson(scriptToJson(script)))).toBe(policy_id)
    },
  )

  it('survive JSON and CBOR unchanged, and hash as the library hashes them', () => {
    fc.assert(
      fc.property(anyScript, (json) => {
        const script = scriptFromJson(json)
        expect(scriptToJson(script)).toEqual(json)
        expect(scriptFromCbor(scriptToCbor(script))).toEqual(script)
        expect(cslHash(scriptToCbor(script))).toBe(policyIdOf(script))
      }),
    )
  })

  it('keep the order of their elements, which is part of the hash', () => {
    const ab = scriptFromJson({ type: 'all', scripts: [sig(1), sig(2)] })
    const ba = scriptFromJson({ type: 'all', scripts: [sig(2), sig(1)] })
    expect(policyIdOf(ab)).not.toBe(policyIdOf(ba))
    expect(keyHashesIn(ba)).toEqual(['02'.repeat(28), '01'.repeat(28)])
  })

  it('accept a slot as a number and as a numeric string alike', () => {
    const number = scriptFromJson({ type: 'before', slot: 72_316_796 })
    expect(scriptFromJson({ type: 'before', slot: '72316796' })).toEqual(number)
    expect(scriptToJson(number)).toEqual({ type: 'before', slot: 72_316_796 })
  })

  it('native scripts name each key once', () => {
    const script = scriptFromJson({
      type: 'any',
      scripts: [sig(1), { type: 'atLeast', required: 1, scripts: [sig(2), sig(1)] }],
    })
    expect(keyHashesIn(script)).toEqual([KeyHash('01'.repeat(28)), KeyHash('02'.repeat(28))])
    expect(keyHashesIn(scriptFromJson({ type: 'after', slot: 1 }))).toEqual([])
  })
})

describe('scripts in unusual CBOR', () => {
  const unusual = [
    ['lists without a stated length', `9f019f8200581c${'07'.repeat(28)}ffff`],
    ['a slot in more bytes than it needs', '82051b0000000000000005'],
    ['a kind in more bytes than it needs', '82180505'],
  ] as const

  it.each(unusual)('keep %s, so that the policy ID stays', (_, cbor) => {
    const script = scriptFromCbor(cbor.toUpperCase())
    expect(scriptToCbor(script)).toBe(cbor)
    const usual = scriptFromJson(scriptToJson(script))
    expect(scriptToCbor(usual)).not.toBe(cbor)
    expect(policyIdOf(script)).not.toBe(policyIdOf(usual))
  })
})

describe('scripts that are refused', () => {
  const key = `581c${'07'.repeat(28)}`
  it.each([
    ['nothing', '', 'not hex'],
    ['odd hex', '820', 'not hex'],
    ['other text', 'hello!', 'not hex'],
    ['a script cut short', `8200581c${'07'.repeat(27)}`, 'ends too early'],
    ['bytes after its end', `8200${key}00`, 'more bytes follow'],
    ['a number', '05', 'an element is not a list'],
    ['an unknown kind', `8207${key}`, 'none of the six kinds'],
    ['a guard of the Dijkstra era', `82068200${key}`, 'it requires a guard (form 6)'],
    ['a guard within another script', `82018182068200${key}`, 'requires a guard'],
    ['a kind that is no number', '8240', 'a number is missing'],
    ['a kind of no length', '821f05', 'a number is missing'],
    ['a short key hash', `8200581b${'07'.repeat(27)}`, 'not 28 bytes'],
    ['a key hash as text', `8200781c${'61'.repeat(28)}`, 'not 28 bytes'],
    ['too many entries', `8300${key}00`, 'does not have 2 entries'],
    ['too few entries', '8103', 'ends too early'],
    ['a missing break', `9f00${key}00`, 'does not have 2 entries'],
    ['elements that are no list', '820105', 'the elements are not a list'],
    ['a negative number of keys', '83032080', 'a number is missing'],
    ['a number of keys that no number holds', '83031bffffffffffffffff80', 'too large'],
    ['a reserved head', '821c', 'not CBOR'],
    ['more elements than bytes', '82019affffffff', 'ends too early'],
  ])('a script is refused as CBOR: %s', (_, cbor, reason) => {
    expect(() => scriptFromCbor(cbor)).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(() => scriptFromCbor(cbor)).toThrow(reason)
  })

  const nested = (levels: number): ScriptJson =>
    Array.from({ length: levels - 1 }).reduce<ScriptJson>(
      (inner) => ({ type: 'all', scripts: [inner] }),
      sig(1),
    )

  it('nested too deep, in JSON and in CBOR', () => {
    const deepest = scriptFromJson(nested(maxScriptDepth))
    expect(scriptFromCbor(scriptToCbor(deepest))).toEqual(deepest)
    expect(() => scriptFromJson(nested(maxScriptDepth + 1))).toThrow('deeper than 64 levels')
    const tooDeep = `820181${scriptToCbor(deepest)}`
    expect(() => scriptFromCbor(tooDeep)).toThrow('deeper than 64 levels')
    expect(() => scriptFromCbor('820181'.repeat(2500))).toThrow('deeper than 64 levels')
  })

  it('too large for any transaction', () => {
    const scripts = Array.from({ length: 600 }, () => sig(1))
    expect(() => scriptFromJson({ type: 'all', scripts })).toThrow('it could never be used')
    const bytes = new Uint8Array(16_385)
    expect(() => scriptFromCbor(bytesToHex(bytes))).toThrow('it could never be used')
  })

  it('with a slot that does not exist', () => {
    const above = String(2n ** 64n)
    expect(() => scriptFromJson({ type: 'before', slot: above })).toThrow('above 1844674407370955')
  })

  it('with a key hash that is none', () => {
    expect(() => scriptFromJson({ type: 'sig', keyHash: 'ab' })).toThrow('key hash: not 28 bytes')
  })
})
