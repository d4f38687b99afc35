import { describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { countsOf } from '#renderer/views/minting/mint-state.tsx'

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
