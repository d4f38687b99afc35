import { expect, it } from 'vitest'
import { isSettled } from '#renderer/views/events/received/event-errors.tsx'

it('an error of a refunded or completed sale needs nothing more', () => {
  expect(isSettled({ status: 'REFUNDED', resolutions: [] })).toBe(true)
  expect(isSettled({ status: 'REFUNDING', resolutions: [] })).toBe(true)
  expect(isSettled({ status: 'COMPLETED', resolutions: [] })).toBe(true)
})

it('an error still needs a decision while the sale is open or money is left over', () => {
  expect(isSettled({ status: 'UNRESOLVED_UNDERPAID', resolutions: ['wait', 'refund'] })).toBe(false)
  expect(isSettled({ status: 'UNRESOLVED_SUBMITTING_FAILED', resolutions: [] })).toBe(false)
  expect(isSettled({ status: 'COMPLETED', resolutions: ['refund'] })).toBe(false)
})
