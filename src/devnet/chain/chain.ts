import { currentSlot } from '#cardano/slots.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { devnetLedger, type Ledger } from '../ledger/validate.ts'
import { readLedgerTransaction } from '../ledger/read-transaction.ts'
import { protocolParameters } from '../protocol-parameters.ts'
import { addAccepted, unspentOf, waitingBytes } from './accepted.ts'
import { tipOf } from './blocks.ts'
import { makeBlock } from './make-block.ts'

/** A node holds two blocks' worth; a devnet accepts more. */
const maxWaitingBytes = 20 * protocolParameters.max_block_size

export type Chain = Pick<Ledger, 'networkId'> & {
  readonly database: Database
  /** The current slot; never before that of the newest block. */
  readonly slot: () => bigint
  /**
   * Validates signed bytes and stores them before it returns, so an accepted transaction survives a
   * kill.
   * @throws ColdpressError `invalid` with the ledger's reason; `rate_limited` while the mempool is
   * full
   */
  readonly submit: (cbor: Uint8Array) => TxId
  readonly makeBlock: () => void
}

/** The chain in a database that {@link startChain} has started. Several may work on one database. */
export const openChain = (
  database: Database,
  now: () => Date,
  { networkId, validate }: Ledger = devnetLedger,
): Chain => {
  const slot = (): bigint => {
    const wallClock = currentSlot('devnet', now())
    const tip = BigInt(tipOf(database).slot)
    return wallClock > tip ? wallClock : tip
  }
  const submit = (cbor: Uint8Array): TxId => {
    const transaction = readLedgerTransaction(cbor)
    const { id, inputs, references } = transaction
    database.transact(() => {
      const spending = unspentOf(database, inputs)
      if (spending.length === 0) throw allSpent(id)
      const reading = unspentOf(database, references)
      const reason = validate(cbor, [...spending, ...reading], slot())
      if (reason !== undefined) throw new ColdpressError('invalid', reason)
      if (waitingBytes(database) + cbor.length > maxWaitingBytes)
        throw new ColdpressError(
          'rate_limited',
          'Mempool is full, please try resubmitting again later.',
        )
      addAccepted(database, transaction)
    })
    return id
  }
  return { database, networkId, slot, submit, makeBlock: () => makeBlock(database, slot()) }
}

/** A node's own text, by which tools recognise a transaction that was sent twice. */
const allSpent = (id: TxId): ColdpressError =>
  new ColdpressError(
    'invalid',
    `All inputs are spent. Transaction has probably already been included (${id}).`,
  )
