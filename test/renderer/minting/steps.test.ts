import { describe, expect, it } from 'vitest'
import type { MintTransactionView } from '#contract/mints/calls.ts'
import { mintStepsOf } from '#renderer/views/minting/mint/mint-progress.tsx'

const at = (status: MintTransactionView['status'], confirmations = 0): MintTransactionView => ({
  txId: 'ab'.repeat(32),
  status,
  confirmations,
  size: 300,
  fee: '170000',
  tokens: 1,
  missing: [],
  message: null,
  page: '',
})

describe('how far a mint is', () => {
  it('is nowhere while nothing is in a block', () => {
    expect(mintStepsOf({ all: [at('ready'), at('sent')], wanted: 3 })).toEqual({
      percent: 0,
      minConfirmations: undefined,
    })
  })

  it('counts the block and each block on it, and tells of the last transaction', () => {
    expect(mintStepsOf({ all: [at('in_block', 0)], wanted: 3 })).toEqual({
      percent: 25,
      minConfirmations: 0,
    })
    expect(mintStepsOf({ all: [at('confirmed', 5), at('in_block', 1)], wanted: 3 })).toEqual({
      percent: 75,
      minConfirmations: 1,
    })
    expect(mintStepsOf({ all: [at('confirmed', 3), at('sent')], wanted: 3 })).toEqual({
      percent: 50,
      minConfirmations: undefined,
    })
  })

  it('is at its end when all are confirmed, however many blocks came since', () => {
    expect(mintStepsOf({ all: [at('confirmed', 40), at('confirmed', 3)], wanted: 3 })).toEqual({
      percent: 100,
      minConfirmations: 3,
    })
  })
})
