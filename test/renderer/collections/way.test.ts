import { describe, expect, it } from 'vitest'
import type { MintSummary } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import {
  isKnownRoyalty,
  type CollectionProgress,
  wayOf,
} from '#renderer/views/collections/detail/way/way-of.ts'
import { wayRoute } from '#renderer/stores/collection-view.ts'
import { allMinted, noTokens, ready } from '../ready-collection.ts'
import { saleSummary } from '../sales/sample-sale.ts'

const words = text.way

const counted = (all: number, open: number, minted: number, burned: number) =>
  ({ ...noTokens, all, open, changeable: open, minted, burned }) as const

const facts: CollectionProgress = { ...ready, mints: [], sales: [] }

const mint = (change: Partial<MintSummary>): MintSummary => ({
  id: 'mint',
  collection_id: 'c',
  kind: 'tokens',
  status: 'completed',
  message: null,
  funding_address: 'addr_own',
  policy_id: '00'.repeat(28),
  tokenCount: 24,
  firstTokens: [],
  transactions: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
})

const way = (change: Partial<CollectionProgress>) => wayOf({ ...facts, ...change })
const lines = (change: Partial<CollectionProgress>) =>
  way(change).steps.map(({ name, state, words: said }) => `${name} ${state}: ${said}`)
const nexts = (change: Partial<CollectionProgress>) =>
  way(change).next.map(({ action }) => action?.label)
const next = (change: Partial<CollectionProgress>) => {
  const labels = nexts(change)
  expect(labels.length).toBeLessThan(2)
  return labels[0]
}
const offered = (change: Partial<CollectionProgress>) =>
  way(change).steps.flatMap(({ action }) => (action === undefined ? [] : [action.label]))

describe('the way of a collection', () => {
  it('claims nothing before the tokens are counted to the last', () => {
    expect(isKnownRoyalty(facts)).toBe(true)
    expect(isKnownRoyalty({ ...facts, tokens: { ...facts.tokens, isComplete: false } })).toBe(false)
    expect(isKnownRoyalty({ ...facts, backup: undefined })).toBe(false)
  })

  it('is done with minting when all tokens are minted or burned', () => {
    const mintLine = (minted: number, burned: number) =>
      lines({ tokens: counted(24, 0, minted, burned) })[2]
    expect(mintLine(22, 2)).toBe('mint done: 22 minted')
    expect(mintLine(0, 24)).toBe('mint done: All burned')
    expect(lines({ tokens: counted(24, 4, 18, 2) })[2]).toBe('mint possible: 18 of 22')
  })

  it('starts with the import, and later steps wait for tokens', () => {
    expect(lines({ tokens: noTokens, royalty: 'unpaid' })).toEqual([
      'import possible: No tokens yet',
      'royalty possible: Not paid yet',
      'mint later: No tokens yet',
      'sell later: No tokens yet',
      'backup possible: Not backed up',
    ])
    expect(next({ tokens: noTokens, royalty: 'unpaid' })).toBe(words.import.action)
  })

  it('asks for the royalty before anything is minted or sold', () => {
    expect(lines({ royalty: 'unpaid' }).slice(1, 4)).toEqual([
      'royalty possible: Not paid yet',
      'mint later: Needs royalty first',
      'sell later: Needs royalty first',
    ])
    expect(next({ royalty: 'unpaid' })).toBe(words.royalty.pay)
    expect(way({ royalty: 'unpaid' }).possible.sell.isPossible).toBe(false)
  })

  it('mints, or goes on selling where only sales were started', () => {
    expect(next({})).toBe(words.mint.action)
    expect(next({ royalty: 'none' })).toBe(words.mint.action)
    expect(next({ sales: [saleSummary({})] })).toBe(text.sales.sell)
    expect(next({ sales: [saleSummary({})], mints: [mint({})] })).toBe(words.mint.action)
  })

  it('asks once whether to sell or to mint, and goes on with what was chosen or has begun', () => {
    // The last is the likelier one.
    expect(nexts({ goal: 'open' })).toEqual([words.sell.price, words.mint.action])
    const some = { tokens: counted(24, 5, 19, 0), backup: 'tested' } as const
    expect(nexts({ goal: 'open', ...some })).toEqual([words.mint.action, words.sell.price])
    expect(next({ goal: 'sell' })).toBe(words.sell.price)
    expect(next({ goal: 'mint' })).toBe(words.mint.action)
    expect(next({ goal: 'open', canMint: false, royalty: 'elsewhere' })).toBe(words.sell.price)
    expect(next({ goal: 'open', sales: [saleSummary({})] })).toBe(text.sales.sell)
    // The prices may still change what is offered.
    expect(nexts({ goal: 'open', tokens: { ...ready.tokens, listed: undefined } })).toEqual([])
  })

  it('leads to Share as soon as tokens have a price, and never says that nothing is sold', () => {
    const listed = { tokens: { ...ready.tokens, listed: { count: 8, lovelace: 224_000_000n } } }
    for (const goal of ['sell', 'mint', 'open'] as const) {
      expect(next({ ...listed, goal })).toBe(words.sell.share)
      expect(lines({ ...listed, goal })[3]).toBe('sell possible: 8 listed')
    }
    expect(next({ ...listed, sales: [saleSummary({})], mints: [mint({})] })).toBe(words.sell.share)
    expect(next({ ...listed, royalty: 'unpaid' })).toBe(words.royalty.pay)
    expect(wayRoute('share', { accountId: 'a', collectionId: 'c' }, 'policy').view).toBe(
      'collection',
    )
  })

  it('offers neither a mint nor a sale when every token is minted', () => {
    const change = { tokens: allMinted, mints: [mint({})], backup: 'tested' } as const
    expect(lines(change)).toEqual([
      'import done: 24 tokens',
      'royalty done: Minted',
      'mint done: 24 minted',
      'sell unneeded: Nothing left',
      'backup done: Tested',
    ])
    expect(offered(change)).toEqual([])
    expect(way(change).next).toEqual([])
    expect(way(change).possible.sell.isPossible).toBe(false)
  })

  it('wants a tested backup as soon as tokens are on chain', () => {
    const some = { tokens: counted(24, 20, 4, 0), mints: [mint({})] }
    expect(next(some)).toBe(words.backup.make)
    expect(next({ ...some, backup: 'made' })).toBe(words.backup.test)
    expect(next({ ...some, backup: 'tested' })).toBe(words.mint.action)
    expect(next({ ...some, backup: 'practice' })).toBe(words.mint.action)
    expect(next({ ...some, backup: 'elsewhere' })).toBe(words.mint.action)
    expect(lines(some)[2]).toBe('mint possible: 4 of 24')
  })

  it('puts what waits for the user first: a signature, then a decision about a sale', () => {
    const held = mint({ id: 'held', status: 'awaiting_witnesses', held: true })
    expect(way({ mints: [held] }).next).toMatchObject([
      {
        name: 'mint',
        words: text.minting.states.held,
        action: { label: words.mint.continue, opens: { mintId: 'held' } },
      },
    ])
    expect(next({ sales: [saleSummary({ status: 'UNRESOLVED_UNDERPAID' })] })).toBe(words.sell.show)
    expect(next({ royalty: 'failed' })).toBe(words.royalty.show)
  })

  it('waits for the chain without a button', () => {
    const running = { mints: [mint({ status: 'minting' })], tokens: { ...allMinted, minted: 0 } }
    expect(way({ ...running, backup: 'practice' }).next).toEqual([])
    expect(lines(running)[2]).toBe('mint running: Being confirmed')
    expect(next({ royalty: 'minting', backup: 'practice' })).toBeUndefined()
  })

  it('counts neither refunds nor withdrawals nor the royalty token as mints', () => {
    const others = [
      mint({ kind: 'refund', status: 'awaiting_witnesses' }),
      mint({ kind: 'withdrawal', status: 'minting' }),
      mint({ kind: 'royalty' }),
    ]
    expect(lines({ mints: others })[2]).toBe('mint possible: 24 not minted')
  })

  it('offers sales where the keys are on another computer', () => {
    expect(wayOf({ ...facts, backup: 'elsewhere' })).toMatchObject({
      possible: { sell: { isPossible: true } },
    })
  })

  it('offers nothing that a locked policy forbids', () => {
    const change = { isLocked: true, royalty: 'none', backup: 'tested' } as const
    expect(lines(change).slice(2, 4)).toEqual([
      'mint impossible: Policy locked',
      'sell impossible: Policy locked',
    ])
    expect(offered(change)).toEqual([])
    expect(way(change).steps[0]?.opens).toBeUndefined()
    expect(offered({ ...change, tokens: noTokens })).toEqual([])
    expect(offered({ ...change, royalty: 'unpaid' })).toEqual([])
  })

  it('leaves minting and royalty to a service that does not mint for own use', () => {
    const hosted = { canMint: false, royalty: 'elsewhere', backup: 'elsewhere' } as const
    expect(lines(hosted)).toEqual([
      'import done: 24 tokens',
      'royalty unneeded: At the service',
      'mint unneeded: When sold',
      'sell possible: No prices yet',
      'backup unneeded: Keys elsewhere',
    ])
    expect(next(hosted)).toBe(words.sell.price)
    expect(next({ ...hosted, canSell: false })).toBeUndefined()
  })

  it('opens lists from finished steps, and the form from the next one', () => {
    const ref = { accountId: 'a', collectionId: 'c' }
    const opens = (change: Partial<CollectionProgress>) =>
      way(change).steps.map((step) =>
        step.opens === undefined ? null : wayRoute(step.opens, ref, 'policy').view,
      )
    expect(opens({ sales: [saleSummary({})] })).toEqual([
      'import',
      'collection',
      'mint',
      'collection',
      'policies',
    ])
    expect(opens({ tokens: allMinted, mints: [mint({})], backup: 'practice' })).toEqual([
      'import',
      'collection',
      'collection',
      null,
      null,
    ])
  })
})
