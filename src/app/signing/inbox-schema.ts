import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import { signingOrigins, signingStates } from '#contract/signing/calls.ts'
import { networks } from '#values/networks/networks.ts'
import { TxId } from '#cardano/ids.ts'
import type { Schema } from '#platform/db/database.ts'

/**
 * Received requests. A transaction's bytes never change: signatures are stored separately and
 * inserted on export.
 */
export const signingSchema: Schema = {
  name: 'signing',
  steps: [
    `CREATE TABLE signing_requests (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       title TEXT,
       network TEXT,
       request TEXT,
       origin TEXT NOT NULL,
       origin_name TEXT,
       state TEXT NOT NULL,
       expires_at TEXT,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;

     CREATE TABLE signing_transactions (
       request_id TEXT NOT NULL REFERENCES signing_requests (id),
       position INTEGER NOT NULL,
       tx_id TEXT NOT NULL,
       bytes BLOB NOT NULL,
       PRIMARY KEY (request_id, position)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX signing_transactions_of ON signing_transactions (tx_id);

     CREATE TABLE signing_witnesses (
       request_id TEXT NOT NULL REFERENCES signing_requests (id),
       tx_id TEXT NOT NULL,
       public_key TEXT NOT NULL,
       signature TEXT NOT NULL,
       own INTEGER NOT NULL,
       created_at TEXT NOT NULL,
       PRIMARY KEY (request_id, tx_id, public_key)
     ) STRICT, WITHOUT ROWID;`,

    // Hashes with a space between them; null: unknown, as in a request that was received before.
    'ALTER TABLE signing_requests ADD COLUMN missing_keys TEXT;',

    // What is minted and burned, to recognise a request by; null as above.
    `ALTER TABLE signing_requests ADD COLUMN minted INTEGER;
     ALTER TABLE signing_requests ADD COLUMN burned INTEGER;
     ALTER TABLE signing_requests ADD COLUMN cover TEXT;`,
  ],
}

export const entryRow = z
  .object({
    id: shortText,
    title: longText.nullable(),
    network: z.enum(networks).nullable(),
    origin: z.enum(signingOrigins),
    origin_name: longText.nullable(),
    state: z.enum(signingStates),
    transactions: z.int(),
    first_tx_id: shortText,
    minted: z.int().nullable(),
    burned: z.int().nullable(),
    cover: documentText.nullable(),
    expires_at: shortText.nullable(),
    created_at: shortText,
    updated_at: shortText,
  })
  .transform((row) => ({
    id: row.id,
    title: row.title,
    network: row.network,
    origin: row.origin,
    originName: row.origin_name,
    state: row.state,
    transactions: row.transactions,
    firstTxId: row.first_tx_id,
    minted: row.minted,
    burned: row.burned,
    cover: row.cover,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))

export const transactionRow = z
  .object({
    tx_id: shortText.transform(TxId),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  })
  .transform(({ tx_id, bytes }) => ({ txId: tx_id, bytes }))

export const witnessRow = z
  .object({
    tx_id: shortText.transform(TxId),
    public_key: shortText,
    signature: shortText,
    own: z.int(),
  })
  .transform(({ tx_id, public_key, signature, own }) => ({
    txId: tx_id,
    witness: { publicKey: public_key, signature },
    isOwn: own === 1,
  }))
