import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { royaltyMintIn } from '#cardano/transactions/inspect/royalty-mint.ts'
import { splitAddress } from '../../split-address.ts'
import type { Editable } from '../editable.ts'
import { home, mainnetAddress, other } from '../ingredients.ts'
import { bytes, map, raw, text } from '../raw.ts'

const policyId = PolicyId('7e'.repeat(28))
const pieces = (address: string): string[] => [...splitAddress(address)]
const minted = (name: string, quantity = 1n) => map([bytes(policyId), map([text(name), quantity])])
const readLabel = (label: bigint, value: Editable, mint = minted('')) =>
  royaltyMintIn(raw({ mint, metadata: [[label, value]] }), policyId, 'preprod')
const readRoyalty = (...entries: [Editable, Editable][]) => readLabel(777n, map(...entries))

describe('What a transaction says of the royalty of the policy that it mints under', () => {
  it('is rate and address, in pieces or not, also under the key of before', () => {
    const terms = { rate: '0.05', address: home }

    expect(readRoyalty(['rate', '0.05'], ['addr', pieces(home)])).toEqual({
      terms,
      unreadable: null,
    })
    expect(readRoyalty(['pct', '0.05'], ['addr', pieces(home)]).terms).toEqual(terms)
  })

  it.each<[reason: string, read: ReturnType<typeof readLabel>]>([
    ['no metadata under label 777', readLabel(674n, map(['msg', 'x']))],
    ['its rate is not a text', readRoyalty(['rate', 1n], ['addr', pieces(home)])],
    ['its rate is not a text', readRoyalty(['rate', '5'], ['addr', pieces(home)])],
    ['its addr is neither', readRoyalty(['rate', '0.05'])],
    ['address: not an address', readRoyalty(['rate', '0.05'], ['addr', 'Bob'])],
    [
      'it is a mainnet address',
      readRoyalty(['rate', '0.05'], ['addr', pieces(mainnetAddress(other))]),
    ],
    [
      'does not mint the token without a name',
      readLabel(777n, map(['rate', '0.05'], ['addr', pieces(home)]), minted('Fern')),
    ],
    [
      'does not mint the token without a name',
      readLabel(777n, map(['rate', '0.05'], ['addr', pieces(home)]), minted('', -1n)),
    ],
  ])('is unreadable where %s', (reason, { terms, unreadable }) => {
    expect(terms).toBeNull()
    expect(unreadable).toContain(reason)
  })

  it('is unreadable where the metadata is not that which the body names by its hash', () => {
    const metadata = (rate: string) => ({
      mint: minted(''),
      metadata: [[777n, map(['rate', rate], ['addr', pieces(home)])]] as [bigint, Editable][],
    })
    const genuine = Buffer.from(raw(metadata('0.05')))
    const at = genuine.indexOf('0.05', 0, 'utf8')
    genuine.write('0.95', at, 'utf8')
    expect(royaltyMintIn(genuine, policyId, 'preprod').unreadable).toMatch(/by its hash/u)
  })
})
