import { describe, expect, it } from 'vitest'
import type { MintTransactionView } from '#contract/mints/calls.ts'
import { mintStepsOf } from '#renderer/views/minting/mint/mint-progress.tsx'

const at = (status: MintTransactionView['status'], confirmations = 0) => ({ status, confirmations })

describe('how far a mint is', () => {
  it('is nowhere while nothing is in a block', () => {
    expect(mintStepsOf({ transactions: [at('ready'), at('sent')], wanted: 3 })).toEqual({
      percent: 0,
      minConfirmations: undefined,
    })
  })

  it('counts the block and each block on it, and tells of the last transaction', () => {
    expect(mintStepsOf({ transactions: [at('in_block', 0)], wanted: 3 })).toEqual({
      percent: 25,
      minConfirmations: 0,
    })
    expect(
      mintStepsOf({ transactions: [at('confirmed', 5), at('in_block', 1)], wanted: 3 }),
    ).toEqual({
      percent: 75,
      minConfirmations: 1,
    })
    expect(mintStepsOf({ transactions: [at('confirmed', 3), at('sent')], wanted: 3 })).toEqual({
      percent: 50,
      minConfirmations: undefined,
    })
  })

  it('is at its end when all are confirmed, however many blocks came since', () => {
    expect(
      mintStepsOf({ transactions: [at('confirmed', 40), at('confirmed', 3)], wanted: 3 }),
    ).toEqual({
      percent: 100,
      minConfirmations: 3,
    })
  })
})
