import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { TxId } from '#cardano/ids.ts'
import { type OutputRef, refText } from '#cardano/utxo.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { readSubmitted } from '#cardano/transactions/parts/read-submitted.ts'

/**
 * - `awaiting`: not signed by all yet; somebody else may complete and send it, so it is looked for.
 * - `ready`: its signed bytes are stored; whether they arrived anywhere is not known.
 * - `sent`: a gateway took them.
 * - `in_block`: on chain, with fewer blocks on it than are wanted.
 * - `confirmed`: done, unless a deep rollback takes it back.
 * - `rejected`: the ledger rejected it.
 * - `missing`: its validity has ended, and it is not on chain.
 */
const submissionStates = [
  'awaiting',
  'ready',
  'sent',
  'in_block',
  'confirmed',
  'rejected',
  'missing',
] as const

const errorRecord = z.object({ code: shortText, message: longText })
/** The code and message of an error that stopped progress. */
export type SubmissionError = z.output<typeof errorRecord>

const refRecord = z.object({ txId: shortText.transform(TxId), index: z.int() })
const blockRecord = z.object({
  hash: shortText,
  height: z.int(),
  slot: shortText.transform(BigInt),
})

const untried = {
  settled: false,
  attempts: 0,
  rollbacks: 0,
  due_at: 0,
  confirmations: 0,
  version: 0,
} as const

const submissionRow = z
  .object({
    tx_id: shortText.transform(TxId),
    holder: shortText,
    is_signed: columns.boolean,
    inputs: columns.json(listOf(refRecord)),
    valid_until: shortText.transform(BigInt).nullable(),
    state: z.enum(submissionStates),
    settled: columns.boolean,
    withdrawn: columns.boolean,
    attempts: z.int(),
    rollbacks: z.int(),
    due_at: z.int(),
    error: columns.json(errorRecord).nullable(),
    block: columns.json(blockRecord).nullable(),
    confirmations: z.int(),
    final_after: z.int().nullable(),
    created_at: shortText,
    updated_at: shortText,
    version: z.int(),
  })
  .transform((row) => ({
    txId: row.tx_id,
    /** The owner; an owner's transactions may spend each other's outputs. */
    holder: row.holder,
    /** Its signed bytes are stored. */
    isSigned: row.is_signed,
    inputs: row.inputs satisfies readonly OutputRef[],
    /** The first slot in which it is invalid; null if it never ends. */
    validUntil: row.valid_until,
    state: row.state,
    /**
     * Confirmed, or never possible on chain. Until then nothing may be built in its place. A deep
     * rollback takes a confirmed one back.
     */
    settled: row.settled,
    /** Never sent again here; others may still send it. */
    withdrawn: row.withdrawn,
    /** Attempts to send it, including one that is about to start. */
    attempts: row.attempts,
    /** How often its block was rolled back. */
    rollbacks: row.rollbacks,
    /** Next attempt, in milliseconds since 1970. */
    dueAt: row.due_at,
    error: row.error,
    block: row.block,
    /** Blocks on top of its block. */
    confirmations: row.confirmations,
    /** As many blocks on it make it final: no rollback reaches it. Null until it is confirmed. */
    finalAfter: row.final_after,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }))
export type Submission = z.output<typeof submissionRow>

/** The fields that a step may change. */
export type SubmissionChange = Partial<
  Pick<
    Submission,
    | 'state'
    | 'settled'
    | 'attempts'
    | 'rollbacks'
    | 'dueAt'
    | 'error'
    | 'block'
    | 'confirmations'
    | 'finalAfter'
  >
>

/**
 * Called for every change inside its database transaction, so that dependent rows are written
 * atomically.
 */
export type OnSubmissionChange = (after: Submission, before: Submission) => void

/**
 * Pending transactions. Every write is part of one database transaction: after a kill, the journal
 * is before or after a step, never within it.
 */
export type SubmissionJournal = {
  /**
   * Adds a transaction before it is sent. A known one stays unchanged, unless it was withdrawn, or is
   * awaited again after it failed (the new holder owns it then), or was rejected (it is sent again
   * with its new signatures).
   * @param transaction.bytes the whole transaction; `awaiting` when witnesses are missing
   * @throws ColdpressError `invalid`
   */
  readonly create: (transaction: {
    readonly bytes: Uint8Array
    readonly holder: string
    readonly awaiting?: boolean
  }) => Submission
  /**
   * The signed bytes of one that was `awaiting`.
   * @throws ColdpressError `not_found`; `conflict` when it is not awaited any more
   */
  readonly complete: (bytes: Uint8Array) => Submission
  /**
   * Stops sending a holder's transactions. They are tracked until their validity ends, since others
   * may have a signature.
   */
  readonly withdraw: (holder: string) => void
  /** Undoes {@link SubmissionJournal.withdraw} for transactions that may still reach the chain. */
  readonly resume: (holder: string) => void
  readonly find: (txId: TxId) => Submission | undefined
  /** The signed bytes, which may be large; undefined while it is `awaiting`. */
  readonly bytesOf: (txId: TxId) => Uint8Array | undefined
  readonly of: (holder: string) => readonly Submission[]
  /** Unsettled transactions, oldest first. */
  readonly open: () => readonly Submission[]
  /** Confirmed transactions that are not final and due to be looked at again. */
  readonly deepening: (nowMs: number) => readonly Submission[]
  /**
   * Changes of the same moment are one database transaction.
   * @returns once it is stored; undefined if another process changed it meanwhile: read it again
   */
  readonly change: (before: Submission, change: SubmissionChange) => Promise<Submission | undefined>
}

export const createJournal = (
  db: Database,
  now: () => Date,
  onChange: OnSubmissionChange,
): SubmissionJournal => {
  const find = (txId: TxId): Submission | undefined =>
    readSubmissions(db, 'tx_id = :txId', { txId })[0]

  /** Call it in a database transaction. */
  const change = (before: Submission, changes: SubmissionChange): Submission | undefined => {
    const after = { ...before, ...changes, updatedAt: now().toISOString() }
    if (!write(db, after)) return undefined
    if (after.settled) releaseInputs(db, after)
    else if (before.settled) reserveInputsAgain(db, after)
    const stored = { ...after, version: before.version + 1 }
    onChange(stored, before)
    return stored
  }

  return {
    find,
    change: (before, changes) => db.transactTogether(() => change(before, changes)),
    bytesOf: (txId) =>
      db.get(bytesRow, 'SELECT bytes FROM submissions WHERE tx_id = :txId', { txId })?.bytes ??
      undefined,
    create: ({ bytes, holder, awaiting = false }) =>
      db.transact(() => {
        const { txId, inputs, validUntil } = readSubmitted(bytes)
        const at = now().toISOString()
        db.insert(
          'submissions',
          {
            tx_id: txId,
            holder,
            bytes: awaiting ? null : bytes,
            inputs,
            valid_until: validUntil,
            state: awaiting ? 'awaiting' : 'ready',
            ...untried,
            created_at: at,
            updated_at: at,
          },
          'ON CONFLICT (tx_id) DO NOTHING',
        )
        const known = adoptVersion(db, stored(find(txId)), { holder, awaiting })
        if (awaiting || known.state !== 'rejected') return known
        storeBytes(db, txId, bytes)
        const again = { state: 'ready', settled: false, dueAt: 0, error: null } as const
        return stored(change({ ...known, isSigned: true }, again))
      }),
    complete: (bytes) =>
      db.transact(() => {
        const { txId } = readSubmitted(bytes)
        const before = find(txId)
        if (before === undefined) throw unknown()
        if (before.state !== 'awaiting') throw notAwaited(before)
        storeBytes(db, txId, bytes)
        const signed = { ...before, isSigned: true }
        return stored(change(signed, { state: 'ready', dueAt: 0, error: null }))
      }),
    withdraw: (holder) => {
      db.run(
        `UPDATE submissions SET withdrawn = 1, version = version + 1
         WHERE holder = :holder AND settled = 0 AND withdrawn = 0`,
        { holder },
      )
    },
    resume: (holder) => {
      db.run(
        `UPDATE submissions SET withdrawn = 0, due_at = 0, version = version + 1
         WHERE holder = :holder AND settled = 0 AND withdrawn = 1`,
        { holder },
      )
    },
    of: (holder) => readSubmissions(db, 'holder = :holder', { holder }),
    open: () => readSubmissions(db, 'settled = 0'),
    deepening: (nowMs) => readSubmissions(db, `${isDeepening} AND due_at <= :nowMs`, { nowMs }),
  }
}

const bytesRow = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
})

/** As the index has it. */
const isDeepening = "state = 'confirmed' AND (final_after IS NULL OR confirmations < final_after)"

const readSubmissions = (
  db: Database,
  where: string,
  parameters: Readonly<Record<string, string | number>> = {},
) =>
  db.all(
    submissionRow,
    `SELECT tx_id, holder, bytes IS NOT NULL AS is_signed, inputs, valid_until, state, settled,
       withdrawn, attempts, rollbacks, due_at, error, block, confirmations, final_after, created_at,
       updated_at, version
     FROM submissions WHERE ${where} ORDER BY seq`,
    parameters,
  )

const storeBytes = (db: Database, txId: TxId, bytes: Uint8Array): void => {
  db.run('UPDATE submissions SET bytes = :bytes WHERE tx_id = :txId', { txId, bytes })
}

/**
 * A withdrawn transaction that is built again belongs to its new builder, who has it signed again.
 * So does one that failed: within one slot of the chain the same build gives the same transaction.
 */
const adoptVersion = (
  db: Database,
  known: Submission,
  { holder, awaiting }: { readonly holder: string; readonly awaiting: boolean },
): Submission => {
  const { txId, state, settled, version } = known
  const isFailed = settled && state !== 'confirmed'
  if (isFailed ? !awaiting : settled || !known.withdrawn) return known
  const isUnsent = isFailed || (state === 'ready' && known.attempts === 0)
  const change = {
    holder,
    withdrawn: false,
    settled: false,
    due_at: 0,
    version: version + 1,
    ...(isUnsent ? { state: 'awaiting', bytes: null, attempts: 0, error: null } : {}),
  } as const
  db.update('submissions', change, { tx_id: txId })
  return stored(readSubmissions(db, 'tx_id = :txId', { txId })[0])
}

/** @returns whether no other process wrote since it was read */
const write = (db: Database, { txId: tx_id, version, ...after }: Submission): boolean =>
  db.update(
    'submissions',
    {
      state: after.state,
      settled: after.settled,
      attempts: after.attempts,
      rollbacks: after.rollbacks,
      due_at: after.dueAt,
      error: after.error,
      block: after.block && { ...after.block, slot: String(after.block.slot) },
      confirmations: after.confirmations,
      final_after: after.finalAfter,
      updated_at: after.updatedAt,
      version: version + 1,
    },
    { tx_id, version },
  ) === 1

/** The inputs are spent for good, or never will be by it, so the reservation ends. */
const releaseInputs = (db: Database, { holder, inputs }: Submission): void => {
  db.run(
    `DELETE FROM reserved_inputs WHERE holder = :holder
     AND ref IN (SELECT value ->> 'txId' || '#' || (value ->> 'index') FROM json_each(:inputs))`,
    { holder, inputs: JSON.stringify(inputs) },
  )
}

/** For as long as the transaction is unsettled, whatever the slot. */
const reserveInputsAgain = (db: Database, { holder, inputs }: Submission): void => {
  for (const ref of inputs.map(refText))
    db.insert('reserved_inputs', { ref, holder, until_slot: 0 }, 'ON CONFLICT DO NOTHING')
}

const stored = (submission: Submission | undefined): Submission => {
  if (submission !== undefined) return submission
  throw new ColdpressError('internal', 'A transaction was not stored in the journal.')
}

const unknown = (): ColdpressError =>
  new ColdpressError('not_found', 'transaction: none of this id is awaited')

const notAwaited = ({ txId, state }: Submission): ColdpressError =>
  new ColdpressError('conflict', `transaction: ${txId} is ${state}, so no witness is awaited`)
