import type {
  TransactionSummary,
  TransactionWarning,
  WarningCode,
} from '#contract/signing/transactions.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { InspectedTransaction } from './inspect-request.ts'

/** Errors for which the ledger rejects a transaction, whoever signs it (Conway, UTXOW and UTXO). */
const rejectedCodes: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'wrong_signature',
  'script_unsatisfiable',
  'expired',
  'not_yet_valid',
  'policy_locked',
  'ttl_after_lock',
  'oversized',
  'fee_below_minimum',
  'networks_mixed',
  'other_network',
  'metadata_hash',
  'duplicate_inputs',
  'imbalance',
])

/** The ledger's current rejections; size and fee include the present signatures. */
export const ledgerRejections = (
  warnings: readonly TransactionWarning[],
): readonly TransactionWarning[] => warnings.filter(({ code }) => rejectedCodes.has(code))

/**
 * Whether the ledger would accept a transaction now: complete and without rejections. Null where
 * the owners of its inputs or the time are unknown.
 */
export const canBeSent = ({
  summary,
  warnings,
}: Pick<InspectedTransaction, 'summary' | 'warnings'>): boolean | null => {
  if (ledgerRejections(warnings).length > 0) return false
  const isTimeKnown = warnings.every(({ code }) => code !== 'validity_not_evaluated')
  return summary.isComplete === true && !isTimeKnown ? null : summary.isComplete
}

/**
 * Whether a transaction may need a key's signature: an input, a script or a required signer names
 * it, or the signers are unknown. An extra signature is valid, but its bytes raise the minimum fee,
 * which may invalidate the transaction.
 */
export const mayNeed = ({ signers, missing }: TransactionSummary, key: KeyHash): boolean =>
  signers.some(({ keyHash }) => keyHash === key) ||
  missing.unknownInputs + missing.byronInputs + missing.scripts.length > 0
