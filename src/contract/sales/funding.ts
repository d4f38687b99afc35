import { minPayment } from './min-payment.ts'

/** Lovelace that stays for a later change of mind: another address, one token more. */
export const fundingReserve = minPayment

const roundTo = 100_000n

/** What the test wallet pays where `missing` lovelace lack: that and the reserve, rounded up. */
export const fundingFor = (missing: bigint): bigint =>
  ((missing + fundingReserve + roundTo - 1n) / roundTo) * roundTo
