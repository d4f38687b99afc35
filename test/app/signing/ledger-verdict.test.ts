import { describe, expect, it } from 'vitest'
import type { TransactionWarning, WarningCode } from '#contract/signing/transactions.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { canBeSent, ledgerRejections, mayNeed } from '#app/signing/ledger-verdict.ts'
import * as given from '../../cardano/transactions/ingredients.ts'
import { mintOf, requestOf } from './request-samples.ts'

const [inspected] = inspectRequest(requestOf(mintOf(1)), { nowSlot: given.slot })
if (inspected === undefined) throw new Error('nothing was inspected')
const { summary } = inspected
const complete = { ...summary, isComplete: true }
const warned = (code: WarningCode): TransactionWarning[] => [
  { code, severity: 'error', facts: {}, message: code },
]

describe('What the ledger would say', () => {
  it.each(['fee_below_minimum', 'oversized', 'expired', 'wrong_signature'] as const)(
    'is no to a transaction with all signatures and %s',
    (code) => {
      expect(canBeSent({ summary: complete, warnings: warned(code) })).toBe(false)
      expect(ledgerRejections(warned(code))).toHaveLength(1)
    },
  )

  it('is nothing about what only a person has to judge', () => {
    for (const code of ['ada_to_unknown_address', 'inputs_unproved', 'fee_high'] as const)
      expect(canBeSent({ summary: complete, warnings: warned(code) })).toBe(true)
  })

  it('is no while signatures are missing, and unknown where the inputs are', () => {
    expect(canBeSent({ summary, warnings: [] })).toBe(false)
    expect(canBeSent({ summary: { ...summary, isComplete: null }, warnings: [] })).toBeNull()
  })
})

describe('A key that may be needed', () => {
  it('is one that an input or a script names', () => {
    expect(mayNeed(summary, given.payer.keyHash)).toBe(true)
    expect(mayNeed(summary, given.alice.keyHash)).toBe(true)
    expect(mayNeed(summary, given.bob.keyHash)).toBe(false)
  })

  it('may be any where an input is not known', () => {
    const missing = { ...summary.missing, unknownInputs: 1 }
    expect(mayNeed({ ...summary, missing }, given.bob.keyHash)).toBe(true)
  })
})
