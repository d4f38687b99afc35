import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canSatisfy, keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import type { MintPolicy, Validity } from '#cardano/transactions/build/types.ts'
import { plainValidity, policyValidity } from '#cardano/transactions/build/validity.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import * as given from '../ingredients.ts'

const { alice, all, any, atLeast, after, before, bob, carol, policyWith, sig, slot } = given
const at = (moment: bigint, validForSlots?: bigint) => ({
  network: 'devnet' as const,
  slot: moment,
  ...(validForSlots === undefined ? {} : { validForSlots }),
})
const validity = (policy: MintPolicy, validForSlots?: bigint) =>
  policyValidity(at(slot, validForSlots), policy)
const keyed = (...times: ScriptJson[]) => policyWith(all(sig(alice), ...times), alice)

describe('the slots in which a transaction is valid', () => {
  it('are the next two hours, or as many as were asked for', () => {
    expect(plainValidity(at(slot))).toEqual({ end: slot + 7_200n })
    expect(plainValidity(at(slot, 60n))).toEqual({ end: slot + 60n })
    expect(() => plainValidity(at(slot, 0n))).toThrow('validity: at least one slot')
  })

  it.each<[string, MintPolicy, object]>([
    ['a lock far away changes nothing', keyed(before(100_000)), { end: 8_200n }],
    ['a lock within them ends them, exactly there', keyed(before(3_000)), { end: 3_000n }],
    ['an opening gives them a start', keyed(after(900)), { start: 900n, end: 8_200n }],
    ['both', keyed(after(900), before(3_000)), { start: 900n, end: 3_000n }],
    ['of several openings the last', keyed(after(900), after(300)), { start: 900n, end: 8_200n }],
    [
      'a way with a lock that the signers do not need',
      policyWith(any(all(sig(alice), before(2_000)), sig(bob)), bob),
      { end: 8_200n },
    ],
    [
      'the same for those who need it',
      policyWith(any(all(sig(alice), before(2_000)), sig(bob)), alice),
      { end: 2_000n },
    ],
    [
      'an opening in the future that is not needed',
      policyWith(any(sig(alice), after(5_000)), alice),
      { end: 8_200n },
    ],
    [
      'now or later, which no single transaction can be',
      policyWith(any(before(5_000), after(5_000))),
      { end: 5_000n },
    ],
  ])('the validity interval of a transaction: %s', (_, policy, expected) => {
    expect(validity(policy)).toEqual(expected)
  })

  it.each<[string, MintPolicy, string, RegExp]>([
    [
      'a lock that has passed',
      keyed(before(1_000)),
      'conflict',
      /^policy: it locked at slot 1000 \(2025-01-01T00:16:40\.000Z\); nothing can be minted or burned under it any more/u,
    ],
    [
      'a lock that leaves no time',
      keyed(before(1_029)),
      'conflict',
      /^policy: it locks at slot 1029 \(.*\), in 29 slots; a transaction needs at least 30/u,
    ],
    [
      'a policy that is not open yet',
      keyed(after(2_000)),
      'conflict',
      /^policy: nobody can use it at slot 1000 .*; missing: a slot from 2000 on/u,
    ],
    [
      'a script that can never hold',
      keyed(after(9), before(9)),
      'conflict',
      /^policy: its script can never/u,
    ],
    [
      'a signer that the script does not know',
      policyWith(sig(alice), alice, bob),
      'invalid',
      new RegExp(`^signers: ${bob.keyHash} is no key of this policy's script`, 'u'),
    ],
    [
      'a signature that is missing',
      policyWith(all(sig(alice), sig(bob)), alice),
      'invalid',
      new RegExp(
        `do not satisfy the policy's script; missing: a signature of ${bob.keyHash}$`,
        'u',
      ),
    ],
    [
      'one of any that is missing',
      policyWith(any(sig(alice), all(sig(bob), after(5_000)))),
      'invalid',
      new RegExp(
        `missing: 1 of \\(a signature of ${alice.keyHash}; a signature of ${bob.keyHash} and a slot from 5000 on\\)$`,
        'u',
      ),
    ],
    [
      'one more of at least two',
      policyWith(atLeast(2, sig(alice), sig(bob), sig(carol)), carol),
      'invalid',
      new RegExp(
        `missing: 1 of \\(a signature of ${alice.keyHash}; a signature of ${bob.keyHash}\\)$`,
        'u',
      ),
    ],
  ])('a validity interval is refused for %s', (_, policy, code, message) => {
    expect(() => validity(policy)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('a lock 30 slots away is the last that is taken', () => {
    expect(validity(keyed(before(1_030)))).toEqual({ end: 1_030n })
  })

  it('of fewer than 30 slots that were asked for are given', () => {
    expect(validity(keyed(before(100_000)), 5n)).toEqual({ end: 1_005n })
  })

  const leaf = fc.oneof(
    fc.constantFrom(sig(alice), sig(bob)),
    fc.integer({ min: 0, max: 200 }).map(before),
    fc.integer({ min: 0, max: 200 }).map(after),
  )
  const tree = fc.letrec<{ script: ScriptJson }>((tie) => {
    const scripts = fc.array(tie('script'), { maxLength: 3 })
    return {
      script: fc.oneof(
        { maxDepth: 3 },
        leaf,
        scripts.map((inner) => all(...inner)),
        scripts.map((inner) => any(...inner)),
        fc.tuple(fc.nat(3), scripts).map(([required, inner]) => atLeast(required, ...inner)),
      ),
    }
  }).script

  it('satisfy the script by the rules of the ledger, wherever it can be satisfied now', () => {
    fc.assert(
      fc.property(tree, fc.bigInt(0n, 210n), fc.subarray([alice, bob]), (json, now, signers) => {
        const script = scriptFromJson(json)
        const known = new Set(keyHashesIn(script))
        const policy = {
          script,
          signers: new Set(signers.map(({ keyHash }) => keyHash).filter((hash) => known.has(hash))),
        }
        const found = validityOrError(now, policy)
        if (typeof found === 'string') {
          const isShort = found.includes('a transaction needs at least')
          return canSatisfy(script, policy.signers, now) === isShort
        }
        const hashes = signers.map(({ keyHash }) => keyHash)
        const isNow = found.end > now && found.end <= now + 100n && (found.start ?? 0n) <= now
        return isNow && evaluate(json, hashes, found)
      }),
      { numRuns: 500 },
    )
  })
})

const validityOrError = (now: bigint, policy: MintPolicy): Validity | string => {
  try {
    return policyValidity(at(now, 100n), policy)
  } catch (error) {
    if (isColdpressError(error)) return error.message
    throw error
  }
}

/** The ledger's `evalTimelock`, written down once more. */
const evaluate = (script: ScriptJson, signers: readonly string[], validity: Validity): boolean => {
  const { start, end } = validity
  if (script.type === 'sig') return signers.includes(script.keyHash)
  if ('slot' in script) {
    const named = BigInt(script.slot)
    return script.type === 'before' ? end <= named : start !== undefined && named <= start
  }
  const holding = script.scripts.filter((inner) => evaluate(inner, signers, validity)).length
  if (script.type === 'atLeast') return holding >= script.required
  return script.type === 'all' ? holding === script.scripts.length : holding > 0
}
