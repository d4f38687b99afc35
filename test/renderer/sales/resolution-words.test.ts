import { describe, expect, it } from 'vitest'
import { resolutionName, resolutionText } from '#renderer/views/sales/resolution-words.ts'

describe('What can be done about a sale', () => {
  it('tells a refund of the excess from one that ends the sale', () => {
    const said = (status: string, surplus: number) =>
      resolutionName({ status, surplus }, 'refund') + resolutionText({ status, surplus }, 'refund')
    for (const status of ['COMPLETED', 'MINTING', 'SUBMITTING', 'PROCESSING'])
      expect(said(status, 5_000_000)).toMatch(/^Refund the excess.*the sale continues/u)
    for (const status of ['UNRESOLVED_OVERPAID', 'PROCESSING_FAILED', 'RESERVED_FAILED'])
      expect(said(status, 5_000_000)).toMatch(/^RefundEach payer/u)
    expect(said('PROCESSING', 0)).toMatch(/^RefundEach payer/u)
    expect(resolutionName({ status: 'COMPLETED', surplus: 1 }, 'wait')).toBe(
      'Ask for the missing amount',
    )
  })
})
