import { describe, expect, it } from 'vitest'
import type { Facts, SealKind } from '#core/seal/seal.ts'
import { factText } from '#core/facts/fact-text.ts'

const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

const text = (kind: SealKind, facts: Facts, name: string | null = null): string =>
  factText({ kind, network: 'preprod', collection: 'c1', id: 'x1', facts }, name)

describe('A fact in words', () => {
  it('says from its statement alone what its creator confirms', () => {
    const collection = {
      payout_address: address,
      royalty: { rate: '0.05', address: [address] },
      policy_id: 'ab',
      script: { type: 'sig', keyHash: 'cd' },
      metadata: null,
      keys_here: [],
    }
    expect(text('collection', collection, 'Herbarium')).toBe(
      `collection x1 "Herbarium": paid out to "${address}"; royalty {"rate":"0.05","address":["${address}"]}; policy "ab" with the script {"type":"sig","keyHash":"cd"}, of whose keys none came with it; metadata null`,
    )
    expect(text('royalty', { confirmed: { rate: '0.05', address: [address] } })).toContain(
      `royalty of collection x1: 5% of every later sale to ${address}`,
    )
    expect(text('token', { price: '25000000', asset_name: 'Fern' }, 'Fern')).toContain(
      'token x1 of collection c1 "Fern": 25 ADA for "Fern"',
    )
    const sale = { price: '3000000', tokens: ['t1', 't2'], delivers_within: 172_800 }
    expect(text('sale', sale)).toBe(
      'sale x1: 3 ADA each for the tokens t1, t2, signed within 2 days of the payment',
    )
    expect(text('delivery', { address })).toBe(`receiver of sale x1: the tokens go to ${address}`)
    expect(text('delivery_time', { seconds: 3_600 })).toContain('within 1 hour of the payment')
  })

  it('shows facts that no studio states as they are', () => {
    expect(text('token', { price: 'much' })).toBe('token x1 of collection c1: {"price":"much"}')
    expect(text('royalty', {})).toBe('royalty of collection x1: {}')
  })
})
