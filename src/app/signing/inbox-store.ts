import { ulid } from 'ulid'
import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import { idTime } from '#values/networks/clock.ts'
import type { SigningEntry, SigningOrigin, SigningState } from '#contract/signing/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { entryRow, transactionRow, witnessRow } from './inbox-schema.ts'

/** A signature stored separately from its transaction. */
export type StoredWitness = {
  readonly txId: TxId
  readonly witness: Witness
  /** Made at this inbox, by a key of this vault. */
  readonly isOwn: boolean
}

/** A request as stored. */
export type StoredRequest = {
  readonly entry: SigningEntry
  /** The original `.cpreq` file; undefined for a plain transaction. */
  readonly request: string | undefined
  /** The original bytes; each is verified against its id when read. */
  readonly transactions: readonly { readonly txId: TxId; readonly bytes: Uint8Array }[]
  readonly witnesses: readonly StoredWitness[]
}

export type NewRequest = {
  readonly title: string | null
  readonly network: Network | null
  readonly request: string | null
  readonly origin: SigningOrigin
  readonly originName: string | null
  readonly expiresAt: string | null
  /** Every key that may still sign one of its transactions; null: unknown before it is opened. */
  readonly missingKeys: readonly string[] | null
  readonly minted: number
  readonly burned: number
  readonly cover: string | null
  readonly transactions: StoredRequest['transactions']
}

export type SigningStore = {
  /** Newest first. */
  readonly list: () => readonly SigningEntry[]
  /** @throws ColdpressError `not_found` */
  readonly entry: (id: string) => SigningEntry
  /** @throws ColdpressError `not_found` */
  readonly get: (id: string) => StoredRequest
  readonly add: (request: NewRequest) => string
  /** The newest request of exactly these transactions. */
  readonly withTransactions: (txIds: readonly TxId[]) => SigningEntry | undefined
  /** Requests that hold the transaction, newest first, the dismissed ones last. */
  readonly holding: (txId: TxId) => readonly SigningEntry[]
  /** By the request's id, of those that are not signed here; without those that miss none that is known. */
  readonly missingKeys: () => ReadonlyMap<string, readonly string[]>
  /** Transactions of the newest requests, to match a lone signature. */
  readonly recentTransactions: () => readonly { readonly id: string; readonly txId: TxId }[]
  /** Stores all or none; returns how many were new. */
  readonly addWitnesses: (id: string, witnesses: readonly StoredWitness[]) => number
  readonly setState: (id: string, state: SigningState) => void
  readonly setNetwork: (id: string, network: Network, expiresAt: string | null) => void
  /** Sets the request of transactions that were received without one. */
  readonly setRequest: (
    id: string,
    stated: Omit<NewRequest, 'origin' | 'originName' | 'transactions'>,
  ) => void
}

const entries = `SELECT requests.*,
    (SELECT count(*) FROM signing_transactions WHERE request_id = requests.id) AS transactions,
    (SELECT tx_id FROM signing_transactions WHERE request_id = requests.id AND position = 0) AS first_tx_id
  FROM signing_requests AS requests`

/** More than anybody has open at once; matching a signature against all of them is quick. */
const recent = 500

export const createSigningStore = (db: Database, now: () => Date): SigningStore => {
  const touch = (
    id: string,
    change: string,
    values: Readonly<Record<string, string | number | null>>,
  ) => {
    const changed = db.run(
      `UPDATE signing_requests SET ${change}, updated_at = :at WHERE id = :id`,
      { id, at: now().toISOString(), ...values },
    )
    if (changed === 0) throw unknown()
  }
  const entryOf = (id: string): SigningEntry => {
    const entry = db.get(entryRow, `${entries} WHERE id = :id`, { id })
    if (entry === undefined) throw unknown()
    return entry
  }
  const holding = (txId: TxId) =>
    db.all(
      entryRow,
      `${entries} WHERE id IN (SELECT request_id FROM signing_transactions WHERE tx_id = :txId)
       ORDER BY state = 'dismissed', seq DESC`,
      { txId },
    )
  return {
    list: () => db.all(entryRow, `${entries} ORDER BY seq DESC`),
    entry: entryOf,
    get: (id) => {
      const entry = entryOf(id)
      return {
        entry,
        request:
          db.get(requestRow, 'SELECT request FROM signing_requests WHERE id = :id', { id })
            ?.request ?? undefined,
        transactions: transactionsOf(db, id),
        witnesses: db.all(
          witnessRow,
          'SELECT * FROM signing_witnesses WHERE request_id = :id ORDER BY created_at, public_key',
          { id },
        ),
      }
    },
    add: (request) => add(db, request, now()),
    withTransactions: (txIds) => {
      const [first] = txIds
      if (first === undefined) return undefined
      const wanted = txIds.join()
      return holding(first).find(
        ({ id }) =>
          transactionsOf(db, id)
            .map(({ txId }) => txId)
            .join() === wanted,
      )
    },
    holding,
    missingKeys: () =>
      new Map(
        db
          .all(
            missingKeysRow,
            `SELECT id, missing_keys FROM signing_requests
              WHERE state = 'waiting' AND missing_keys <> ''`,
          )
          .map(({ id, missing_keys: keys }) => [id, keys.split(' ')]),
      ),
    recentTransactions: () =>
      db.all(
        recentRow,
        `SELECT request_id, tx_id FROM signing_transactions
           JOIN signing_requests ON id = request_id ORDER BY seq DESC, position LIMIT ${recent}`,
      ),
    addWitnesses: (id, witnesses) =>
      db.transact(() => {
        const added = witnesses.map((witness) => addWitness(db, id, witness, now()))
        const count = added.filter(Boolean).length
        if (count > 0) touch(id, 'state = state', {})
        return count
      }),
    setState: (id, state) => touch(id, 'state = :state', { state }),
    setNetwork: (id, network, expiresAt) =>
      touch(id, 'network = :network, expires_at = :expiresAt', { network, expiresAt }),
    setRequest: (id, { missingKeys, ...stated }) =>
      touch(
        id,
        `title = :title, network = :network, request = :request, expires_at = :expiresAt,
         missing_keys = :missingKeys, minted = :minted, burned = :burned, cover = :cover`,
        { ...stated, missingKeys: missingKeys?.join(' ') ?? null },
      ),
  }
}

const requestRow = z.object({ request: documentText.nullable() })
const missingKeysRow = z.object({ id: shortText, missing_keys: documentText })
const recentRow = z
  .object({ request_id: shortText, tx_id: transactionRow.in.shape.tx_id })
  .transform(({ request_id, tx_id }) => ({ id: request_id, txId: tx_id }))

const transactionsOf = (db: Database, id: string): StoredRequest['transactions'] =>
  db.all(
    transactionRow,
    'SELECT tx_id, bytes FROM signing_transactions WHERE request_id = :id ORDER BY position',
    { id },
  )

const add = (db: Database, request: NewRequest, now: Date): string =>
  db.transact(() => {
    const { transactions, missingKeys, ...details } = request
    const id = ulid(idTime(new Date()))
    const at = now.toISOString()
    const { originName: origin_name, expiresAt: expires_at, ...same } = details
    const times = { expires_at, created_at: at, updated_at: at }
    const missing_keys = missingKeys?.join(' ') ?? null
    db.insert('signing_requests', {
      id,
      ...same,
      origin_name,
      missing_keys,
      state: 'waiting',
      ...times,
    })
    for (const [position, { txId, bytes }] of transactions.entries())
      db.insert('signing_transactions', { request_id: id, position, tx_id: txId, bytes })
    return id
  })

/** @returns whether it is new; a signature made here keeps its mark */
const addWitness = (
  db: Database,
  id: string,
  { txId, witness, isOwn }: StoredWitness,
  now: Date,
): boolean => {
  const { publicKey: public_key, signature } = witness
  const key = { request_id: id, tx_id: txId, public_key }
  const row = { ...key, signature, own: isOwn, created_at: now.toISOString() }
  const isNew = db.insert('signing_witnesses', row, 'ON CONFLICT DO NOTHING')
  if (!isNew && isOwn) db.update('signing_witnesses', { own: true }, key)
  return isNew
}

const unknown = (): ColdpressError =>
  new ColdpressError('not_found', 'request: it is not on this inbox; take it in again')
