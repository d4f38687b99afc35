import { describe, expect, it } from 'vitest'
import {
  acceptanceKey,
  acceptanceState,
  acceptedBy,
  acceptedCodes,
  scriptKeys,
} from '#renderer/views/signing/acceptance.ts'
import type { TransactionWarning } from '#contract/signing/transactions.ts'
import { summaryWith } from './summaries.ts'

const warning = (
  code: TransactionWarning['code'],
  message = '',
  severity: TransactionWarning['severity'] = 'error',
): TransactionWarning => ({ code, severity, facts: {}, message })

const shown = (txId: string, ...warnings: TransactionWarning[]) => ({
  summary: summaryWith({ txId }),
  warnings,
})
const unproved = warning('inputs_unproved')
const scripts = warning('runs_scripts')

describe('how an error is accepted', () => {
  it('is by a checkbox, but scripts by their switch, and unknown fields by nobody', () => {
    expect(acceptedBy(unproved)).toBe('checkbox')
    expect(acceptedBy(scripts)).toBe('scripts_switch')
    expect(acceptedBy(warning('unknown_fields'))).toBe('nobody')
  })

  it('needs nothing for what is no error', () => {
    const proved = shown('aa', warning('ada_to_unknown_address', '', 'warning'))
    expect(acceptanceState([proved], new Set())).toBe('accepted')
  })

  it('is of one error in one transaction', () => {
    const both = [shown('aa', unproved), shown('bb', unproved)]
    const accepted = new Set([acceptanceKey('aa', unproved)])
    expect(acceptanceState(both, accepted)).toBe('open')
    expect(both.map((one) => acceptedCodes(one, accepted))).toEqual([['inputs_unproved'], []])
  })

  it('passes a code on only when each of its errors was accepted', () => {
    const errors = [warning('wrong_signature', 'of Alice'), warning('wrong_signature', 'of Bob')]
    const keys = errors.map((error) => acceptanceKey('aa', error))
    const one = shown('aa', ...errors)
    expect(acceptedCodes(one, new Set(keys.slice(0, 1)))).toEqual([])
    expect(acceptanceState([one], new Set(keys.slice(0, 1)))).toBe('open')
    expect(acceptedCodes(one, new Set(keys))).toEqual(['wrong_signature'])
  })

  it('lets nobody sign unknown fields, whatever else is accepted', () => {
    const one = shown('aa', unproved, warning('unknown_fields'))
    const all = new Set(one.warnings.map((error) => acceptanceKey('aa', error)))
    expect(acceptanceState([one], all)).toBe('blocked')
  })

  it('names the script errors of all transactions to the one switch', () => {
    const both = [shown('aa', scripts, unproved), shown('bb', scripts)]
    expect(scriptKeys(both)).toEqual(['aa', 'bb'].map((txId) => acceptanceKey(txId, scripts)))
  })

  it('passes on every code that was accepted, and no warning', () => {
    const one = shown('aa', unproved, scripts, warning('fee_high', '', 'warning'))
    const accepted = new Set(one.warnings.map((error) => acceptanceKey('aa', error)))
    expect(acceptedCodes(one, accepted)).toEqual(['inputs_unproved', 'runs_scripts'])
  })
})
