import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenRow } from '#contract/collections/calls.ts'
import { tokenStatuses } from '#contract/tokens/token.ts'
import { hasTokensInUse, tokenCounts } from '#renderer/data/token-counts.ts'
import { text } from '#renderer/text/en.ts'
import { countsText } from '#renderer/views/collections/counts-text.ts'
import { collectionFacts } from '../ready-collection.ts'
import { tokenRowOf } from '../token-row.ts'

const rows = (...statuses: readonly string[]): readonly TokenRow[] =>
  statuses.map((status, index) => tokenRowOf(`t${index}`, status))

/** A collection of four tokens of a hosted service, which counts only those for sale and sold. */
const hosted = (change: Parameters<typeof collectionFacts>[0] = {}) =>
  collectionFacts({ token_count: 4, token_for_sale_count: 0, ...change })
const open = rows('OPEN', 'OPEN', 'OPEN', 'OPEN')

describe('the counts of tokens', () => {
  it('are not complete before the last page, however many are minted so far', () => {
    const partial = tokenCounts(hosted(), { rows: rows('COMPLETED', 'COMPLETED'), cursor: 'next' })
    expect(partial).toMatchObject({ all: 4, open: 0, minted: 2, isComplete: false })
    expect(tokenCounts(hosted())).toMatchObject({ minted: 0, isComplete: false })
    const minted = rows('COMPLETED', 'COMPLETED', 'COMPLETED', 'BURNED')
    expect(tokenCounts(hosted(), { rows: minted, cursor: null })).toMatchObject({
      open: 0,
      minted: 3,
      burned: 1,
      isComplete: true,
    })
  })

  it('are complete before any page where the collection’s own counts say it all', () => {
    expect(tokenCounts(hosted({ token_for_sale_count: 4 }))).toMatchObject({
      open: 4,
      isComplete: true,
    })
    const ofStudio = hosted({ token_minted_count: 3, token_burned_count: 1 })
    const minted = { open: 0, minted: 3, burned: 1, isComplete: true }
    expect(tokenCounts(ofStudio)).toMatchObject(minted)
    expect(tokenCounts(ofStudio, { rows: rows('COMPLETED'), cursor: 'next' })).toMatchObject(minted)
    expect(tokenCounts(hosted({ token_count: 0 })).isComplete).toBe(true)
  })

  it('include tokens that an import added after the others were loaded', () => {
    const more = hosted({ token_count: 6, token_for_sale_count: 6 })
    expect(tokenCounts(more, { rows: open, cursor: null })).toMatchObject({ all: 6, open: 6 })
  })

  it('count tokens that are open and not for sale as not minted', () => {
    expect(countsText(tokenCounts(hosted(), { rows: open, cursor: null }))).toEqual([
      text.collections.tokens(4),
      text.collections.available(4),
    ])
    // Before they are loaded, it would be wrong to say that none is left.
    expect(countsText(tokenCounts(hosted()))).toEqual([text.collections.tokens(4)])
    expect(countsText(tokenCounts(hosted({ token_minted_count: 4 })))).toEqual([
      text.collections.tokens(4),
      text.collections.minted(4),
    ])
  })

  const statuses = [...tokenStatuses, 'AUCTION']

  it('in words add up to all tokens, whatever their states, loaded or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...statuses), { maxLength: 40 }),
        fc.nat(40),
        (states, sold) => {
          const tokens = rows(...states)
          const count = (wanted: string) => states.filter((status) => status === wanted).length
          const collection = hosted({
            token_count: tokens.length,
            token_for_sale_count: count('FOR_SALE'),
            token_minted_count: count('COMPLETED'),
            token_burned_count: count('BURNED'),
            token_sold_count: sold,
          })
          for (const loaded of [undefined, { rows: tokens, cursor: null }]) {
            const [all = 0, ...parts] = countsText(tokenCounts(collection, loaded)).map((words) =>
              Number.parseInt(words, 10),
            )
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all)
          }
        },
      ),
    )
  })

  it('in words name what is listed among the open tokens and what is sold among the minted ones', () => {
    const loaded = [
      { ...tokenRowOf('a', 'FOR_SALE'), price: 12_500_000 },
      ...rows('FOR_SALE', 'RESERVED', 'COMPLETED', 'COMPLETED'),
    ]
    const counts = tokenCounts(hosted({ token_count: 5, token_sold_count: 1 }), {
      rows: loaded,
      cursor: null,
    })
    expect(countsText(counts)).toEqual([
      '5 tokens',
      '2 not minted (1 listed for 12.50\u00A0₳)',
      '1 reserved',
      '2 minted (1 sold)',
    ])
  })

  it('say how many are listed and for how much, once all are loaded', () => {
    const priced = (status: string, price: number | null, more = {}) => ({
      ...tokenRowOf(String(price), status),
      price,
      ...more,
    })
    const loaded = [
      priced('FOR_SALE', 20_000_000),
      priced('FOR_SALE', 1_500_000),
      priced('FOR_SALE', null),
      // Held back, reserved, or not confirmed by its creator: nobody can buy it.
      priced('OPEN', 5_000_000),
      priced('RESERVED', 6_000_000),
      priced('FOR_SALE', 7_000_000, { awaits_confirmation: true }),
    ]
    expect(tokenCounts(hosted(), { rows: loaded, cursor: null }).listed).toEqual({
      count: 2,
      lovelace: 21_500_000n,
    })
    expect(tokenCounts(hosted(), { rows: loaded, cursor: 'next' }).listed).toBeUndefined()
    expect(tokenCounts(hosted({ token_count: 0 })).listed).toEqual({ count: 0, lovelace: 0n })
  })

  it('find tokens in use only where some are minted, sold or reserved', () => {
    const inUse = (...statuses: readonly string[]) =>
      hasTokensInUse(tokenCounts(hosted(), { rows: rows(...statuses), cursor: null }))
    expect(inUse('OPEN', 'OPEN', 'OPEN', 'OPEN')).toBe(false)
    expect(inUse('OPEN', 'FOR_SALE', 'EXPIRED', 'UPLOADING_CONTENT')).toBe(false)
    expect(inUse('OPEN', 'OPEN', 'OPEN', 'RESERVED')).toBe(true)
    expect(hasTokensInUse(tokenCounts(hosted()))).toBeUndefined()
  })
})
