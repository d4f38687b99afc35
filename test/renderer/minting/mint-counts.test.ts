import { describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import type { MintSummary } from '#contract/mints/calls.ts'
import { countsOf, stateTextOf, transactionStateText } from '#renderer/views/minting/mint-state.tsx'

describe('how many mints a collection has', () => {
  it('counts a cancelled mint neither as a mint nor as another transaction', () => {
    const counts = countsOf([
      { kind: 'tokens', status: 'completed' },
      { kind: 'royalty', status: 'completed' },
      { kind: 'tokens', status: 'cancelled' },
      { kind: 'royalty', status: 'cancelled' },
    ])
    expect(counts).toEqual({ mints: 1, others: 1, cancelled: 2 })
    expect(text.minting.list.count(counts)).toBe('1 mint · 1 other transaction · 2 cancelled')
  })

  it('counts a refund and a withdrawal as other transactions, not as mints', () => {
    const counts = countsOf([
      { kind: 'tokens', status: 'completed' },
      { kind: 'refund', status: 'completed' },
      { kind: 'withdrawal', status: 'completed' },
    ])
    expect(counts).toEqual({ mints: 1, others: 2, cancelled: 0 })
  })

  it('says nothing of what there is none of', () => {
    expect(text.minting.list.count(countsOf([]))).toBe('0 mints')
  })
})

describe('the state of a mint', () => {
  const transaction = (missing: readonly string[], status = 'awaiting_witnesses') =>
    ({
      status,
      missing,
      required_signers: ['payer', 'policy'],
    }) as MintSummary['transactions'][number]

  it('says how many have signed once one of two has', () => {
    const stateOf = (missing: readonly string[]) =>
      stateTextOf({ status: 'awaiting_witnesses', transactions: [transaction(missing)] })
    expect(stateOf(['payer', 'policy'])).toBe(text.minting.states.awaiting_witnesses)
    expect(stateOf(['policy'])).toBe('1 of 2 signed')
    expect(transactionStateText(transaction(['policy']))).toBe('1 of 2 signed')
  })

  it('counts a key as signed when it has signed each transaction', () => {
    const transactions = [transaction([]), transaction(['policy'])]
    expect(stateTextOf({ status: 'awaiting_witnesses', transactions })).toBe('1 of 2 signed')
  })

  it('calls it sent when its last transaction is', () => {
    const stateOf = (last: string) =>
      stateTextOf({
        status: 'submitting',
        transactions: [transaction([], 'sent'), transaction([], last)],
      })
    expect(stateOf('ready')).toBe(text.minting.sending)
    expect(stateOf('sent')).toBe(text.minting.states.submitting)
  })
})
