import { describe, expect, it } from 'vitest'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { limits } from '#values/bounds/limits.ts'
import { type CollectionState, collectionState } from '#renderer/data/collection-state.ts'
import { possibleActions } from '#renderer/data/possible-actions.ts'
import { text } from '#renderer/text/en.ts'
import { allMinted, collectionFacts, noTokens, ready } from '../ready-collection.ts'
import { tokenRowOf } from '../token-row.ts'

const possible = (change: Partial<CollectionState>, chosen?: readonly TokenRow[]) =>
  Object.entries(possibleActions({ ...ready, ...change }, chosen))
    .filter(([, { isPossible }]) => isPossible)
    .map(([action]) => action)
const reason = (
  action: keyof ReturnType<typeof possibleActions>,
  change: Partial<CollectionState>,
  chosen?: readonly TokenRow[],
) => {
  const one = possibleActions({ ...ready, ...change }, chosen)[action]
  return one.isPossible ? undefined : one.reason
}

const token = (status: string, id = status) => tokenRowOf(id, status)

describe('what can be done with a collection', () => {
  it('is everything but burning while no token is minted and the royalty is', () => {
    expect(possible({})).toEqual([
      'importTokens',
      'mint',
      'sell',
      'setPrice',
      'editTokens',
      'deleteTokens',
      'backUp',
      'deleteCollection',
    ])
  })

  it('is an import while nothing is imported', () => {
    expect(possible({ tokens: noTokens })).toEqual(['importTokens', 'backUp', 'deleteCollection'])
    for (const action of ['mint', 'sell', 'setPrice'] as const)
      expect(reason(action, { tokens: noTokens })).toBe('noTokens')
  })

  it('has no mint, no sale and no deletion when every token is minted', () => {
    expect(possible({ tokens: allMinted })).toEqual(['importTokens', 'burn', 'backUp'])
    expect(reason('mint', { tokens: allMinted })).toBe('noneOpen')
    expect(reason('deleteCollection', { tokens: allMinted })).toBe('tokensInUse')
  })

  it('does not count burned tokens as any that are left or can be burned', () => {
    const burned = { ...noTokens, all: 24, burned: 24 }
    expect(possible({ tokens: burned })).toEqual(['importTokens', 'backUp'])
    expect(reason('burn', { tokens: burned })).toBe('noneMinted')
  })

  it('is no mint, sale, burn or import once the policy is locked; its free tokens can go', () => {
    const tokens = { ...noTokens, all: 24, open: 20, changeable: 20, minted: 4 }
    expect(possible({ isLocked: true, tokens, royalty: 'unpaid' })).toEqual([
      'editTokens',
      'deleteTokens',
      'backUp',
    ])
    for (const action of ['importTokens', 'mint', 'sell', 'burn', 'payRoyalty'] as const)
      expect(reason(action, { isLocked: true, tokens, royalty: 'unpaid' })).toBe('policyLocked')
  })

  it('begins with an unpaid royalty, by itself or in the same mint; sales wait for its token', () => {
    expect(possible({ royalty: 'unpaid' })).toContain('payRoyalty')
    expect(possible({ royalty: 'unpaid' })).toContain('mint')
    expect(reason('sell', { royalty: 'unpaid' })).toBe('royaltyFirst')
    expect(reason('mint', { royalty: 'minting' })).toBe('royaltyFirst')
    expect(reason('payRoyalty', { royalty: 'minting' })).toBe('noRoyaltyDue')
    expect(possible({ royalty: 'none' })).toEqual(possible({}))
  })

  it('is a mint and a sale also with a watch-only policy, whose keys are backed up elsewhere', () => {
    const watched = possible({ backup: 'elsewhere' })
    expect(watched).toEqual(expect.arrayContaining(['mint', 'sell']))
    expect(reason('backUp', { backup: 'elsewhere' })).toBe('keysElsewhere')
  })

  it('leaves minting and burning to a service that mints only what it sells', () => {
    const hosted = {
      canMint: false,
      royalty: 'elsewhere',
      tokens: { ...allMinted, open: 1, changeable: 1 },
    } as const
    expect(reason('mint', hosted)).toBe('elsewhere')
    expect(reason('burn', hosted)).toBe('elsewhere')
    expect(reason('sell', hosted)).toBeUndefined()
    expect(reason('sell', { canSell: false })).toBe('elsewhere')
  })

  it('needs no backup for practice, and a practice collection goes with its minted tokens', () => {
    const practice = { isPractice: true, backup: 'practice', tokens: allMinted } as const
    expect(possible(practice)).toEqual(['importTokens', 'burn', 'deleteCollection'])
  })

  it('says that it is unknown, and not that there is none, while tokens are still to be loaded', () => {
    const tokens = { ...noTokens, all: 24, isComplete: false }
    for (const action of ['mint', 'sell', 'burn', 'deleteTokens', 'deleteCollection'] as const)
      expect(reason(action, { tokens })).toBe('unknown')
    // What is counted so far is enough.
    expect(reason('mint', { tokens: { ...tokens, open: 1 } })).toBeUndefined()
    expect(reason('mint', { tokens }, [token('COMPLETED')])).toBe('noneOpen')
  })

  it('changes and deletes also tokens that are not for sale yet or any more', () => {
    const tokens = { ...noTokens, all: 24, changeable: 24 }
    expect(reason('editTokens', { tokens })).toBeUndefined()
    expect(reason('deleteTokens', { tokens })).toBeUndefined()
    expect(reason('deleteCollection', { tokens })).toBeUndefined()
    expect(reason('mint', { tokens })).toBe('noneOpen')
    expect(possibleActions({ ...ready, tokens }).editTokens.count).toBe(24)
  })

  it('exports a policy only where its service may have keys that are not here', () => {
    expect(reason('exportPolicy', { keys: 'all' })).toBe('keysHere')
    expect(reason('exportPolicy', { keys: 'none' })).toBe('keysElsewhere')
    expect(reason('exportPolicy', { keys: undefined })).toBe('unknown')
    expect(reason('exportPolicy', { keys: 'unlisted' })).toBeUndefined()
    expect(reason('exportPolicy', { keys: 'some' })).toBeUndefined()
  })

  it('is nothing that an answer is missing for', () => {
    const unknown = {
      royalty: undefined,
      keys: undefined,
      canMint: undefined,
      canSell: undefined,
      backup: undefined,
    }
    expect(possible(unknown)).toEqual([
      'importTokens',
      'editTokens',
      'deleteTokens',
      'deleteCollection',
    ])
  })
})

describe('what can be done with chosen tokens', () => {
  it('concerns those whose state allows it', () => {
    const chosen = ['FOR_SALE', 'RESERVED', 'MINTING', 'COMPLETED', 'BURNED', 'OPEN'].map(
      (status) => token(status),
    )
    const actions = possibleActions(ready, chosen)
    expect(actions.mint).toMatchObject({ count: 2, tokens: [{ id: 'FOR_SALE' }, { id: 'OPEN' }] })
    expect(actions.burn).toMatchObject({ count: 1, tokens: [{ id: 'COMPLETED' }] })
    expect(actions.deleteTokens).toMatchObject({ count: 2 })
  })

  it('is nothing for tokens in a mint that waits for signatures, and for burned ones', () => {
    for (const status of ['MINTING', 'RESERVED', 'BURNED']) {
      const chosen = [token(status)]
      expect(possible({}, chosen)).toEqual(['importTokens', 'backUp', 'deleteCollection'])
      expect(reason('mint', {}, chosen)).toBe('noneOpen')
      expect(reason('deleteTokens', {}, chosen)).toBe('noneOpen')
    }
  })

  it('is no sale of more tokens than one sale holds, though the collection has more', () => {
    const many = Array.from({ length: limits.tokensPerSale + 1 }, (_, index) =>
      token('OPEN', String(index)),
    )
    expect(reason('sell', {}, many)).toBe('tooMany')
    expect(reason('sell', {}, many.slice(1))).toBeUndefined()
    expect(reason('sell', {})).toBeUndefined()
    expect(text.reasons.tooMany).toContain(String(limits.tokensPerSale))
  })
})

describe('the state of a collection', () => {
  const facts = (changes: Parameters<typeof collectionFacts>[0] = {}) =>
    collectionFacts({
      policy: { policy_id: 'ab', lock: true, lock_time: '2026-01-02T00:00:00Z' },
      ...changes,
    })
  const at = (time: string, collection = facts()) => collectionState(collection, Date.parse(time))

  it('is locked from the lock time of the policy on', () => {
    expect(at('2026-01-01T23:59:59Z').isLocked).toBe(false)
    expect(at('2026-01-02T00:00:00Z').isLocked).toBe(true)
    const never = { policy: { policy_id: 'ab', lock: false, lock_time: null } }
    expect(at('2026-01-03T00:00:00Z', facts(never)).isLocked).toBe(false)
  })

  it('knows a practice chain, and keys that are elsewhere', () => {
    const known = { policies: [] }
    expect(collectionState(facts({ chain: 'devnet' }), 0, known).backup).toBe('practice')
    expect(collectionState(facts(), 0, known).backup).toBe('elsewhere')
    expect(collectionState(facts(), 0).backup).toBeUndefined()
  })

  it('knows how many of the policy’s keys are here', () => {
    const keys = (...here: readonly boolean[]) => {
      const policy: Pick<PolicyView, 'policyId' | 'keys' | 'backup'> = {
        policyId: 'ab',
        keys: here.map((one, index) => ({ keyHash: `key ${index}`, here: one, path: null })),
        backup: { state: 'none' },
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the state looks at
      const policies = [policy as PolicyView]
      return collectionState(facts(), 0, { policies }).keys
    }
    expect([keys(true, true), keys(true, false), keys(false)]).toEqual(['all', 'some', 'none'])
    expect(collectionState(facts(), 0, { policies: [] }).keys).toBe('unlisted')
    expect(collectionState(facts(), 0).keys).toBeUndefined()
  })
})
