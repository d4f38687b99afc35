import { describe, expect, it } from 'vitest'
import { metadataErrors, payoutErrors, royaltyErrors } from '#cardano/collection-errors.ts'
import { splitAddress } from './split-address.ts'

/** CIP-19's test vectors of type 6. */
const testAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
const mainAddress = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'

describe('an address to be paid', () => {
  it('is of the network that the service answers for', () => {
    expect(payoutErrors(testAddress, 'testnet')).toEqual([])
    expect(payoutErrors(testAddress, 'devnet')).toEqual([])
    expect(payoutErrors(mainAddress, 'testnet')).toEqual([
      {
        path: 'payout_address',
        message: 'it is a mainnet address, but the network is testnet',
      },
    ])
    expect(payoutErrors(testAddress, 'mainnet')[0]?.message).toContain('testnet address')
  })

  it('is written as it will go on chain', () => {
    expect(payoutErrors(testAddress.toUpperCase(), 'testnet')).toHaveLength(1)
    expect(payoutErrors(` ${testAddress}`, 'testnet')).toHaveLength(1)
  })

  it('shares the income with others as their ratios say', () => {
    const half = { addr: testAddress, ratio: 0.5 }
    expect(payoutErrors([half, half], 'testnet')).toEqual([])
    expect(payoutErrors([half, { addr: 'x', ratio: 0.4 }], 'testnet')).toMatchObject([
      { path: 'payout_address[1].addr' },
      { path: 'payout_address', message: 'the ratios add up to 0.9, they must add up to 1' },
    ])
  })
})

describe('a royalty', () => {
  it('names each piece of its address', () => {
    const pieces = [...splitAddress(testAddress)]
    expect(royaltyErrors({ address: pieces, rate: 0.05 }, 'testnet')).toEqual([])
    expect(royaltyErrors({ address: [...pieces, ''], rate: 0.05 }, 'testnet')[0]?.path).toBe(
      `royalty.address[${pieces.length}]`,
    )
    expect(royaltyErrors({ address: [mainAddress], rate: 0.05 }, 'testnet')[0]?.path).toBe(
      'royalty.address',
    )
  })

  it('has a rate from 0 to 1', () => {
    expect(royaltyErrors({ address: [testAddress], rate: '1.5' }, 'testnet')).toMatchObject([
      { path: 'royalty.rate' },
    ])
  })
})

describe('a template', () => {
  it('has no text in angle brackets that is not a tag', () => {
    const attributes = { Eye: '<right  eye>', Mood: '<mood today>', Paper: '<paper>' }
    expect(metadataErrors({ attributes })).toEqual([
      {
        path: 'metadata.attributes.Eye',
        message:
          '"<right  eye>" is not a tag; a tag is words in angle brackets with one blank between them, such as <eye color>',
      },
    ])
  })

  it('has no attribute that takes the name of a field', () => {
    expect(metadataErrors({ attributes: { image: 'fixed' } })[0]?.path).toBe(
      'metadata.attributes.image',
    )
  })
})
