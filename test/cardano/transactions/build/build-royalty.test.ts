import { describe, expect, it } from 'vitest'
import { splitAddress } from '../../split-address.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { buildRoyaltyMint } from '#cardano/transactions/build/build-royalty.ts'
import { unitOf } from '#cardano/value.ts'
import { readLedgerTransaction } from '#devnet/ledger/read-transaction.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, plainPolicy, plainId } = given
const context = contextWith([utxoOf(ada(20))])
const royalty = { address: splitAddress(given.home), rate: 0.125 }
const request = { policy: plainPolicy, royalty, address: given.collector, minted: [] }

describe('minting the royalty token (CIP-27)', () => {
  it('mints one token without a name, with label 777 and nothing else', () => {
    const built = buildRoyaltyMint(context, request)
    const unit = unitOf(plainId, '')
    expect(built.mint).toEqual(new Map([[unit, 1n]]))
    expect(built.outputs[0]).toMatchObject({
      address: given.collector,
      value: { assets: new Map([[unit, 1n]]) },
    })
    const { metadata } = readLedgerTransaction(built.cbor)
    expect(metadata).toEqual([{ label: '777', json: { addr: royalty.address, rate: '0.125' } }])
  })

  it('is followed by the tokens, on its change', () => {
    const built = buildRoyaltyMint(context, request)
    const next = contextWith(built.change)
    const tokens = buildMint(next, { policy: plainPolicy, tokens: given.tokensNamed(3) })
    expect(given.rejections(context, [built, ...tokens])).toEqual([])
  })

  it('is refused where anything was ever minted under the policy, burned or not', () => {
    const minted = [{ unit: unitOf(plainId, '41') }]
    expect(() => buildRoyaltyMint(context, { ...request, minted })).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: expect.stringMatching(
          /^policy: a token was minted under [0-9a-f]{56} before; .*only from the first mint/u,
        ),
      }),
    )
  })

  it('proves address and rate, which can never be changed', () => {
    const mintWith = (change: Partial<typeof royalty>) => () =>
      buildRoyaltyMint(context, { ...request, royalty: { ...royalty, ...change } })
    expect(mintWith({ rate: 1.5 })).toThrow('royalty.rate: not a decimal')
    expect(mintWith({ address: [given.home] })).toThrow('piece 1 is over 64 bytes')
    expect(mintWith({ address: splitAddress(given.mainnetAddress(given.other)) })).toThrow(
      'royalty.address: it is not of devnet, and what is minted can never be changed',
    )
  })
})
