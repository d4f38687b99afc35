import { describe, expect, it } from 'vitest'
import { resolutionName, resolutionText } from '#renderer/views/sales/resolution-words.ts'

describe('What can be done about a sale', () => {
  it('tells a refund of what came on top from one that ends the sale', () => {
    const said = (status: string, surplus: string) =>
      resolutionName({ status, surplus }, 'refund') + resolutionText({ status, surplus }, 'refund')
    for (const status of ['COMPLETED', 'MINTING', 'SUBMITTING', 'PROCESSING'])
      expect(said(status, '5000000')).toMatch(/^Refund what came on top.*the sale itself goes on/u)
    for (const status of ['UNRESOLVED_OVERPAID', 'PROCESSING_FAILED', 'RESERVED_FAILED'])
      expect(said(status, '5000000')).toMatch(/^RefundWhat was paid/u)
    expect(said('PROCESSING', '0')).toMatch(/^RefundWhat was paid/u)
    expect(resolutionName({ status: 'COMPLETED', surplus: '1' }, 'wait')).toBe('Wait for the rest')
  })
})
