import { describe, expect, it } from 'vitest'
import { openErrors, requireKnownCodes } from '#cli/commands/tx/acceptance-code.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { raw, type Raw } from '../cardano/transactions/raw.ts'

const opened = (...some: readonly Raw[]) => ({
  transactions: some.map((parts) => {
    const bytes = raw(parts)
    const summary = inspectTransaction(bytes, { network: 'devnet' as const })
    return { bytes, summary, warnings: warningsOf(summary, { nowSlot: 100n }) }
  }),
})
const first: Raw = { ttl: 50n }
const second: Raw = { ttl: 60n }
const open = (request: ReturnType<typeof opened>, ...accept: string[]) =>
  openErrors(request, accept, false).flatMap(({ warning, acceptance }) =>
    warning.code === 'expired' ? [acceptance] : [],
  )

describe('an error that several transactions of a request have', () => {
  it('is accepted for each transaction by its place, never for all by one code', () => {
    const request = opened(first, second)
    expect(open(request)).toEqual(['expired@1', 'expired@2'])
    expect(open(request, 'expired')).toEqual(['expired@1', 'expired@2'])
    expect(open(request, 'expired@1')).toEqual(['expired@2'])
    expect(open(request, 'expired@1', 'expired@2')).toEqual([])
  })

  it('is accepted by its code alone where one transaction has it', () => {
    expect(open(opened(first, { ttl: 900n }), 'expired')).toEqual([])
    expect(open(opened(first), 'expired')).toEqual([])
    expect(open(opened(first))).toEqual(['expired'])
  })

  it('is named by a code with a place that exists', () => {
    const request = opened(first, second)
    expect(() => requireKnownCodes(request, ['expired@2'])).not.toThrow()
    expect(() => requireKnownCodes(request, ['expired@3'])).toThrow('there is no transaction')
    expect(() => requireKnownCodes(request, ['expird'])).toThrow('there is no such code')
    expect(() => requireKnownCodes(request, ['runs_scripts@1'])).toThrow('--allow-scripts')
  })
})
