import { describe, expect, it } from 'vitest'
import { royaltyAnswer } from '../../src/cli/mint-royalty.ts'
import type { RoyaltyView } from '../../src/shared/wire/mint.ts'
import { sampleRoyalty } from '../core/api/samples.ts'

const unpaid: RoyaltyView = { ...sampleRoyalty, status: 'unpaid' }
const textOf = (royalty: RoyaltyView) =>
  royaltyAnswer('c1', royalty, { isLocal: false, isDone: false }).text

describe('a royalty that is not minted yet', () => {
  it('says how it is paid while something is due', () => {
    const text = textOf(unpaid)
    expect(text).toContain('coldpress mint royalty --collection c1 --pay')
    expect(text).toContain('addr_test1')
    expect(text).toContain('/pay/royalty/c1')
  })

  it('asks nobody to pay once nothing is due any more', () => {
    const text = textOf({ ...unpaid, amount: null, paid: 2_000_000 })
    expect(text).not.toContain('--pay')
    expect(text).not.toContain('addr_test1')
    expect(text).not.toContain('/pay/royalty')
    expect(text).toContain('Nothing is to be paid now.')
    expect(text).toContain('coldpress mint royalty --collection c1 --wait')
  })
})
