import { describe, expect, it } from 'vitest'
import { splitAddress } from './split-address.ts'
import { metadataCbor } from '#cardano/metadata.ts'
import { royaltyMetadata } from '#cardano/royalty.ts'
import { vectors } from './vectors.ts'

const addressOf = (type: number) =>
  splitAddress(vectors.cip19.find((entry) => entry.type === type)?.address ?? '')
const address = addressOf(0)

describe('CIP-27 royalties', () => {
  it.each([
    [0.125, '0.125'],
    [0, '0'],
    [1, '1'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    ['0.50', '0.50'],
    ['1.0', '1.0'],
    ['.2', '0.2'],
  ])('a rate of %j is written as %s', (rate, text) => {
    const metadata = royaltyMetadata({ address, rate })
    expect(metadata).toEqual({ '777': { addr: address, rate: text } })
    expect(metadataCbor(metadata)).toMatch(/^a1190309a2/u)
  })

  it.each([
    -0.1,
    1.01,
    Number.NaN,
    Infinity,
    '',
    '2',
    '1.5',
    '0x1',
    '1e-3',
    '50%',
    '-0',
    `0.${'1'.repeat(63)}`,
  ])('refuses a rate of %j', (rate) => {
    expect(() => royaltyMetadata({ address, rate })).toThrow('royalty.rate: not a decimal')
  })

  it('keeps the pieces of the address as they were given', () => {
    const pieces = [address.join('').slice(0, 50), address.join('').slice(50)]
    expect(royaltyMetadata({ address: pieces, rate: 0.1 })['777'].addr).toEqual(pieces)
  })

  it('refuses an address that is none, or that cannot be paid', () => {
    const withRate = (pieces: readonly string[]) => () =>
      royaltyMetadata({ address: pieces, rate: 0.1 })
    expect(withRate([])).toThrow('no piece')
    expect(withRate([address.join('')])).toThrow('piece 1 is over 64 bytes')
    expect(withRate(address.toReversed())).toThrow('address:')
    expect(withRate(addressOf(14))).toThrow('a stake address cannot be paid')
  })
})
