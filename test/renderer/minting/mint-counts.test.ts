import { describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import type { MintSummary } from '#contract/mints/calls.ts'
import {
  countsOf,
  objectOf,
  stateTextOf,
  transactionStateText,
  whatOf,
} from '#renderer/views/minting/mint-state.tsx'

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

describe('what a mint is called', () => {
  it('reads as a sentence in a title, and as a title in a list', () => {
    const { titles } = text.minting.mint
    const royalty = { kind: 'royalty', tokenCount: 0 } as const
    const both = { kind: 'tokens', with_royalty: true, tokenCount: 24 } as const
    expect(whatOf(royalty)).toBe('Royalty token')
    expect(titles.completed(objectOf(royalty))).toBe('Minted the royalty token')
    expect(titles.held(objectOf(both))).toBe('Mint the royalty token and 24 tokens?')
    expect(titles.failed(objectOf({ kind: 'tokens', tokenCount: 1 }))).toBe(
      'Mint of 1 token failed',
    )
  })

  it('is followed by a few names in the list, and by how many more there are', () => {
    const { names } = text.minting.list
    expect(names(['Fern No. 01', 'Olive No. 02'], 22)).toBe('Fern No. 01, Olive No. 02 and 22 more')
    expect(names(['Fern No. 01'], 0)).toBe('Fern No. 01')
  })

  it('has transactions whose size is said with its limit once that is known', () => {
    const { bytes } = text.minting.mint.table
    expect(bytes('673', '16,384')).toBe('673 of 16,384 bytes')
    expect(bytes('673', undefined)).toBe('673 bytes')
  })
})

describe('the state of a mint', () => {
  const transaction = (
    missing: string[],
    status: MintSummary['transactions'][number]['status'] = 'awaiting_witnesses',
  ) => ({ status, missing, required_signers: ['payer', 'policy'] })

  it('says how many have signed once one of two has', () => {
    const stateOf = (missing: string[]) =>
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
    const stateOf = (last: 'ready' | 'sent') =>
      stateTextOf({
        status: 'submitting',
        transactions: [transaction([], 'sent'), transaction([], last)],
      })
    expect(stateOf('ready')).toBe(text.minting.sending)
    expect(stateOf('sent')).toBe(text.minting.states.submitting)
  })
})
