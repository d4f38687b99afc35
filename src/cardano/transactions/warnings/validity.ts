import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import type { Expectations } from './expectations.ts'
import { warning } from './warning-table.ts'

/** Against the chain's slot of now, and against the slot in which a policy locks. */
export const validityWarnings = (
  summary: TransactionSummary,
  { nowSlot, isClockWrong = false, lockSlot, policyId }: Expectations,
): TransactionWarning[] => {
  const { invalidBefore, invalidHereafter } = summary.validity
  const ttl = invalidHereafter === null ? undefined : BigInt(invalidHereafter.slot)
  const start = invalidBefore === null ? undefined : BigInt(invalidBefore.slot)
  return [
    ...(isClockWrong ? [warning('validity_not_evaluated', {})] : []),
    ...(ttl === undefined ? [warning('no_ttl', {})] : []),
    ...(ttl !== undefined && nowSlot !== undefined ? longWarnings(ttl - nowSlot) : []),
    ...(ttl !== undefined && nowSlot !== undefined && nowSlot >= ttl
      ? [warning('expired', { slot: String(ttl) })]
      : []),
    ...(start !== undefined && nowSlot !== undefined && nowSlot < start
      ? [warning('not_yet_valid', { slot: String(start) })]
      : []),
    ...summary.mint.flatMap((mint) => {
      const stated = mint.policyId === policyId ? lockSlot : undefined
      const lock = mint.lockSlot === null ? stated : BigInt(mint.lockSlot)
      return lock === undefined ? [] : lockWarnings(mint.policyId, lock, ttl, nowSlot)
    }),
  ]
}

/** A slot has one second on every network since Shelley. */
const slotsOfDay = 86_400n

const longWarnings = (slots: bigint): TransactionWarning[] =>
  slots > slotsOfDay
    ? [warning('valid_long', { days: Number((slots + slotsOfDay - 1n) / slotsOfDay) })]
    : []

/**
 * The ledger rejects a transaction whose TTL is after the lock, even before the lock
 * (`evalTimelock`).
 */
const lockWarnings = (
  policyId: string,
  lock: bigint,
  ttl: bigint | undefined,
  nowSlot: bigint | undefined,
): TransactionWarning[] => {
  const details = { policyId, lockSlot: String(lock) }
  if (nowSlot !== undefined && nowSlot >= lock) return [warning('policy_locked', details)]
  if (ttl !== undefined && ttl <= lock) return []
  return [warning('ttl_after_lock', { ...details, ttl: ttl === undefined ? 'none' : String(ttl) })]
}
