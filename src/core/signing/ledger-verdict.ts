import type { TransactionSummary, TransactionWarning, WarningCode } from '#shared/transactions.ts'
import type { KeyHash } from '../cardano/ids.ts'
import type { InspectedTransaction } from './inspect-request.ts'

/** What the ledger rejects in a transaction as it stands, whoever signs it (Conway, UTXOW and UTXO). */
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

/** What the ledger would refuse now; size and fee count the signatures that are there. */
export const ledgerRejections = (
  warnings: readonly TransactionWarning[],
): readonly TransactionWarning[] => warnings.filter(({ code }) => rejectedCodes.has(code))

/**
 * Whether the ledger would take a transaction now: all needed signatures, and nothing that it refuses.
 * Null where nobody knows whose its inputs are, or what time it is.
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
 * Whether a transaction may need the signature of a key: an input, a script or a required signer names
 * it, or it is not known who all has to sign. The ledger takes another signature too, but its bytes
 * raise the least fee, so that the whole may be refused.
 */
export const mayNeed = ({ signers, missing }: TransactionSummary, key: KeyHash): boolean =>
  signers.some(({ keyHash }) => keyHash === key) ||
  missing.unknownInputs + missing.byronInputs + missing.scripts.length > 0
