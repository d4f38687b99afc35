import { describe, expect, it } from 'vitest'
import type { TransactionWarning } from '#contract/signing/transactions.ts'
import { differentValues, mergeWarnings } from '#renderer/views/signing/merge-warnings.ts'
import { summaryWith } from './summaries.ts'

const address = `addr_test1${'q'.repeat(98)}`
const other = `addr_test1${'z'.repeat(98)}`

const goesTo = (amount: string, to: string): TransactionWarning => ({
  code: 'foreign_stake',
  severity: 'warning',
  facts: {},
  message: `${amount} ADA goes to ${to}. Use an address of your own wallet.`,
})
const locked = (policyId: string): TransactionWarning => ({
  code: 'policy_locked',
  severity: 'error',
  facts: {},
  message: `The policy ${policyId} is locked.`,
})

const transaction = (txId: string, ...warnings: readonly TransactionWarning[]) => ({
  summary: summaryWith({ txId }),
  warnings,
})

const positions = (...transactions: Parameters<typeof mergeWarnings>[0]) =>
  mergeWarnings(transactions).map((merged) => merged.map(({ position }) => position))

describe('Equal warnings', () => {
  it('of several transactions are one with its places, whatever their amounts and addresses', () => {
    const one = goesTo('1.5', address)
    const dearer = goesTo('1,200', other)
    expect(positions(transaction('a', one), transaction('b', dearer))).toEqual([[0, 1]])
    expect(positions(transaction('a', one, one), transaction('b'))).toEqual([[0]])
  })

  it('are not those of another kind or sentence', () => {
    const one = goesTo('1.5', address)
    const label = { ...one, message: `${one.message} The request calls it "Me".` }
    expect(positions(transaction('a', one), transaction('b', label))).toEqual([[0], [1]])
  })

  it('that have to be accepted say the same of each place, and come first', () => {
    const policyId = 'ab'.repeat(28)
    const transactions = [
      transaction('a', goesTo('1', address), locked(policyId)),
      transaction('b', locked(policyId)),
      transaction('c', locked('cd'.repeat(28))),
    ]
    expect(positions(...transactions)).toEqual([[0, 1], [2], [0]])
    expect(new Set(mergeWarnings(transactions)[0]?.map(({ key }) => key)).size).toBe(2)
  })

  it('name the values in which they differ', () => {
    const { message } = goesTo('1.5', address)
    expect(differentValues(goesTo('1,200', other).message, message)).toEqual(['1,200 ADA', other])
    expect(differentValues(goesTo('2', address).message, message)).toEqual(['2 ADA'])
  })
})
