import { inTurns } from '#platform/disk/pieces.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { requireAccepted } from './acceptance.ts'
import { clockTime } from './clock-time.ts'
import { assemblingStored, inspectStoredLocally } from './inbox-inspect.ts'
import { requireRight } from './inbox-read.ts'
import type { StoredRequest, StoredWitness } from './inbox-store.ts'
import type { OwnershipSource } from './local-ownership.ts'
import type { InspectedTransaction } from './inspect-request.ts'

/** A transaction to sign, and the warnings that the user accepted. */
export type ToSign = {
  readonly txId: string
  readonly keyHashes: readonly string[]
  /** Codes of the gravest warnings. */
  readonly acknowledged: readonly string[]
}

/**
 * Signs without storing anything.
 * @throws ColdpressError as `SigningInbox.sign`
 */
export const signStored = async (
  stored: StoredRequest,
  wanted: readonly ToSign[],
  {
    home,
    vault,
    now,
    ownership,
  }: {
    readonly home: string
    readonly vault: Pick<Vault, 'witness'>
    readonly now: () => Date
    readonly ownership: OwnershipSource
  },
): Promise<readonly StoredWitness[]> => {
  requireOpen(stored)
  const bytes = (await inTurns(assemblingStored(stored))).map((assembled) => assembled.bytes)
  const known = clockTime(stored.entry.network, home, now())
  const inspected = await inspectStoredLocally(stored, bytes, known, ownership)
  const checked = wanted.map((one) => ({ ...checkedOne(one, inspected), keys: keysOf(one) }))
  const witnesses: StoredWitness[] = []
  for (const { txId, bytes, keys } of checked)
    for (const key of keys) {
      const witness = await vault.witness({ transaction: bytes, keyHash: key })
      requireRight(witness, txId)
      witnesses.push({ txId, witness, isOwn: true })
    }
  return witnesses
}

const keysOf = ({ keyHashes }: ToSign): readonly KeyHash[] =>
  [...new Set(keyHashes)].map((hash) => KeyHash(hash))

/**
 * Computes the id again from the reviewed bytes: neither the window nor the database is trusted for
 * it.
 */
const checkedOne = (
  { txId, acknowledged }: ToSign,
  inspected: readonly InspectedTransaction[],
): { readonly txId: TxId; readonly bytes: Uint8Array } => {
  const found = inspected.find(({ summary }) => summary.txId === txId)
  if (found === undefined)
    throw new ColdpressError(
      'invalid',
      `transaction: ${txId} is not the id of a transaction of this request; look at the request again before you sign`,
    )
  requireAccepted(found, new Set(acknowledged))
  return { txId: TxId(found.summary.txId), bytes: found.bytes }
}

const requireOpen = ({ entry: { state } }: StoredRequest): void => {
  // The rejection may be due to a missing signature.
  if (state !== 'dismissed' && state !== 'submitted' && state !== 'confirmed') return
  throw new ColdpressError(
    'conflict',
    state === 'dismissed'
      ? 'request: it was dismissed; take it back first'
      : 'request: it was sent already, so there is nothing more to sign',
  )
}
