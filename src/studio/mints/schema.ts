import type { Schema } from '#platform/db/database.ts'

/**
 * Mints and their transactions; the journal of submissions holds their state. Lovelace and slots
 * are text or JSON: the ledger's numbers have 64 bits. `royalties` lists policies whose royalty
 * token exists, since it must be a policy's first mint, with what it says; and policies of which that
 * is yet to be read. A transaction may be in several mints:
 * cancelled or failed, then built again within the same slot. `signing_reports` records what was reported of
 * a sale or mint that waits for the studio's vault, so that several processes on one home report it
 * once.
 */
export const mintsSchema: Schema = {
  name: 'studio_mints',
  steps: [
    `CREATE TABLE mints (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
       kind TEXT NOT NULL,
       status TEXT NOT NULL,
       error TEXT,
       held INTEGER NOT NULL DEFAULT 0,
       blocked_reason TEXT,
       blocked_message TEXT,
       blocked_since TEXT,
       funding_address TEXT NOT NULL,
       parameters TEXT NOT NULL,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX mints_in_order ON mints (collection_id, seq);
     CREATE INDEX mints_by_status ON mints (status, seq);

     CREATE TABLE mint_transactions (
       tx_id TEXT NOT NULL,
       mint_id TEXT NOT NULL REFERENCES mints (id) ON DELETE CASCADE,
       position INTEGER NOT NULL,
       cbor BLOB NOT NULL,
       fee TEXT NOT NULL,
       bytes INTEGER NOT NULL,
       inputs TEXT NOT NULL,
       outputs TEXT NOT NULL,
       required_signers TEXT NOT NULL,
       valid_until TEXT NOT NULL,
       PRIMARY KEY (mint_id, position)
     ) STRICT;

     CREATE TABLE mint_witnesses (
       tx_id TEXT NOT NULL,
       key_hash TEXT NOT NULL,
       public_key TEXT NOT NULL,
       signature TEXT NOT NULL,
       PRIMARY KEY (tx_id, key_hash)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE mint_tokens (
       mint_id TEXT NOT NULL REFERENCES mints (id) ON DELETE CASCADE,
       position INTEGER NOT NULL,
       tx_id TEXT NOT NULL,
       token_id TEXT NOT NULL,
       asset_name TEXT NOT NULL,
       address TEXT NOT NULL,
       status_before TEXT NOT NULL,
       PRIMARY KEY (mint_id, position)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE payment_keys (
       collection_id TEXT PRIMARY KEY,
       key_hash TEXT NOT NULL,
       address TEXT NOT NULL,
       created_at TEXT NOT NULL
     ) STRICT;

     CREATE TABLE royalties (
       policy_id TEXT PRIMARY KEY,
       tx_id TEXT,
       minted_at TEXT NOT NULL
     ) STRICT;

     CREATE TABLE signing_reports (
       subject TEXT NOT NULL,
       reason TEXT NOT NULL,
       PRIMARY KEY (subject, reason)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE royalty_confirmations (
       collection_id TEXT PRIMARY KEY REFERENCES collections (id) ON DELETE CASCADE,
       royalty TEXT NOT NULL,
       confirmed_at TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;`,
    // Keys of this vault that own the addresses of a burn.
    "ALTER TABLE mints ADD COLUMN owner_keys TEXT NOT NULL DEFAULT '[]';",
    // Whether the first transaction of a mint of tokens mints the royalty token.
    'ALTER TABLE mints ADD COLUMN with_royalty INTEGER NOT NULL DEFAULT 0;',
    // The mint whose time ended and that this one was built again for; how long it is valid, in
    // seconds; how long a royalty token that is minted by itself is.
    `ALTER TABLE mints ADD COLUMN replaces TEXT;
     ALTER TABLE mints ADD COLUMN valid_for INTEGER;
     CREATE INDEX mints_by_replaced ON mints (replaces) WHERE replaces IS NOT NULL;
     ALTER TABLE royalty_confirmations ADD COLUMN valid_for INTEGER;`,
    // What the royalty token of a policy says, read from the chain or built here: rate and address, or
    // why they cannot be read. A row without them, as all were before, is yet to be read.
    `ALTER TABLE royalties ADD COLUMN rate TEXT;
     ALTER TABLE royalties ADD COLUMN address TEXT;
     ALTER TABLE royalties ADD COLUMN unreadable TEXT;`,
    // Each sale leaves a mint behind: what is pending, is of a royalty or can still be sent is found
    // without reading those that are over.
    `CREATE INDEX mints_pending ON mints (collection_id, seq)
       WHERE status NOT IN ('completed', 'failed', 'cancelled');
     CREATE INDEX mints_of_royalty ON mints (collection_id, seq)
       WHERE kind = 'royalty' OR with_royalty = 1;
     CREATE INDEX mint_tokens_of ON mint_tokens (token_id);
     CREATE INDEX mint_transactions_of ON mint_transactions (tx_id);
     CREATE INDEX mint_transactions_by_end ON mint_transactions (CAST(valid_until AS INTEGER));`,
  ],
}
