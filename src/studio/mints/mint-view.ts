import { bytesToHex } from '@noble/hashes/utils.js'
import type { Mint, MintTransaction } from '#contract/mints/mint.ts'
import { timeOf } from '#cardano/slots.ts'
import { createJournal, type Submission } from '#chain/submission/journal.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { warningsField } from '../server/warnings-field.ts'
import { keysHere, paymentKeyElsewhere, signaturesOf, signedBytes } from './sign.ts'
import { signingBlockOf } from './signing-block.ts'
import {
  findReplacement,
  type MintRow,
  mintTokens,
  type MintTransactionRow,
  mintTransactions,
} from './store.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import { outdatedWarnings } from './outdated.ts'

export const mintView = (studio: Studio, mint: MintRow): Mint => {
  const { database } = studio
  const collection = existingCollection(studio, mint.collection_id)
  // Minted tokens can be read without a gateway too.
  const journal = studio.chain?.submissions ?? createJournal(database, studio.now, () => undefined)
  const known = new Map(journal.of(mint.id).map((submission) => [submission.txId, submission]))
  return {
    id: mint.id,
    collection_id: mint.collection_id,
    kind: mint.kind,
    with_royalty: mint.with_royalty,
    replaces: mint.replaces,
    replaced_by: findReplacement(database, mint.id) ?? null,
    status: mint.status,
    held: mint.held,
    message: mint.error,
    missing_here: missingHere(studio, mint),
    signing_blocked: signingBlockOf(mint) ?? null,
    payment_key: paymentKeyView(studio, mint),
    funding_address: mint.funding_address,
    policy_id: collection.policy_id,
    script: collection.script,
    parameters: mint.parameters,
    tokens: mintTokens(database, mint.id).map(({ token_id, asset_name, address, tx_id }) => ({
      id: token_id,
      asset_name,
      address,
      tx_id,
    })),
    transactions: mintTransactions(database, mint.id).map((row) =>
      transactionView(studio, row, {
        submission: known.get(row.tx_id),
        // A cancelled or failed one may be another mint's by now, built again as the same bytes.
        stateElsewhere: mint.status === 'failed' ? 'rejected' : 'awaiting',
        // Assembled once; a client may poll a mint every second.
        bytes: journal.bytesOf(row.tx_id) ?? signedBytes(studio, row),
      }),
    ),
    ...warningsField(mintWarnings(studio, mint)),
    created_at: mint.created_at,
    updated_at: mint.updated_at,
  }
}

const paymentKeyView = (studio: Studio, { id }: MintRow): Mint['payment_key'] => {
  const key = paymentKeyElsewhere(studio, id)
  return key === undefined ? null : { key_hash: key.keyHash, wallet: key.wallet, index: key.index }
}

/** Its keys in the vault of this studio that have not signed. */
export const missingHere = (studio: Studio, mint: MintRow): string[] => {
  if (mint.status !== 'awaiting_witnesses') return []
  const here = keysHere(studio, mint)
  const missing = mintTransactions(studio.database, mint.id).flatMap((row) => [
    ...signaturesOf(studio, row).missing,
  ])
  return [...new Set(missing)].filter((keyHash) => here.has(keyHash))
}

const transactionView = (
  studio: Studio,
  row: MintTransactionRow,
  {
    submission,
    stateElsewhere,
    bytes,
  }: {
    readonly submission: Submission | undefined
    readonly stateElsewhere: Submission['state']
    readonly bytes: Uint8Array
  },
): MintTransaction => {
  const { there, missing } = signaturesOf(studio, row)
  const state = submission?.state ?? stateElsewhere
  return {
    tx_id: row.tx_id,
    cbor: bytesToHex(bytes),
    fee: row.fee,
    size: row.bytes,
    inputs: row.inputs,
    outputs: row.outputs,
    valid_until: timeOf(studio.network, row.valid_until).toISOString(),
    valid_until_slot: Number(row.valid_until),
    status: state === 'awaiting' ? 'awaiting_witnesses' : state,
    confirmations: submission?.confirmations ?? 0,
    final_after: submission?.finalAfter ?? null,
    block_height: submission?.block?.height ?? null,
    required_signers: [...there.keys(), ...missing],
    signed_by: [...there.keys()],
    missing: [...missing],
    message: submission?.error?.message ?? null,
  }
}

const over: ReadonlySet<MintRow['status']> = new Set(['completed', 'failed', 'cancelled'])

/** Of a mint that is not over: receivers that are scripts, and what its collection says otherwise by now. */
const mintWarnings = (studio: Pick<Studio, 'database'>, mint: MintRow): readonly string[] => {
  if (over.has(mint.status)) return []
  return [
    ...receiverWarnings('receiver', receiversOf(studio, mint)),
    ...outdatedWarnings(studio, mint),
  ]
}

/** What goes back to where it came from has no new receiver. */
const receiversOf = ({ database }: Pick<Studio, 'database'>, mint: MintRow): readonly string[] => {
  const transactions = mintTransactions(database, mint.id)
  const payers = new Set([
    mint.funding_address,
    ...transactions.flatMap(({ inputs }) => inputs.map(({ address }) => address)),
  ])
  return transactions
    .flatMap(({ outputs }) => outputs.map(({ address }) => address))
    .filter((address) => !payers.has(address))
}
