import type { Schema } from '#platform/db/database.ts'

/**
 * All that the devnet is. A transaction without a height has been accepted and waits for its
 * block; `seq` is the order of acceptance, which is also the order on the chain. `spent_by` is set
 * when a transaction is accepted, `created_height` and `spent_height` when it is in a block: the
 * ledger goes by the former, what a gateway shows by the latter. Amounts are decimal text.
 * No name of a table is one of the studio's, in case both are put into one file.
 */
export const chainSchema: Schema = {
  name: 'devnet',
  steps: [
    `CREATE TABLE blocks (
       height INTEGER PRIMARY KEY,
       hash TEXT NOT NULL UNIQUE,
       slot INTEGER NOT NULL,
       tx_count INTEGER NOT NULL,
       size INTEGER NOT NULL,
       output TEXT NOT NULL,
       fees TEXT NOT NULL
     ) STRICT;
     CREATE TABLE transactions (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       height INTEGER REFERENCES blocks (height),
       position INTEGER,
       cbor BLOB NOT NULL,
       fee TEXT NOT NULL,
       invalid_before TEXT,
       invalid_hereafter TEXT,
       metadata TEXT NOT NULL
     ) STRICT;
     CREATE INDEX transactions_by_height ON transactions (height, seq);
     CREATE TABLE outputs (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       tx_id TEXT NOT NULL,
       output_index INTEGER NOT NULL,
       address TEXT NOT NULL,
       lovelace TEXT NOT NULL,
       assets TEXT NOT NULL,
       cbor BLOB NOT NULL,
       data_hash TEXT,
       inline_datum TEXT,
       script_hash TEXT,
       created_height INTEGER,
       spent_by TEXT,
       spent_height INTEGER,
       UNIQUE (tx_id, output_index)
     ) STRICT;
     CREATE INDEX outputs_by_address ON outputs (address, seq);
     CREATE INDEX outputs_to_show ON outputs (address, seq)
       WHERE created_height IS NOT NULL AND spent_height IS NULL;
     CREATE INDEX outputs_to_spend ON outputs (address, seq) WHERE spent_by IS NULL;
     CREATE INDEX outputs_by_spender ON outputs (spent_by);
     CREATE TABLE inputs (
       tx_id TEXT NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
       is_reference INTEGER NOT NULL,
       position INTEGER NOT NULL,
       source_id TEXT NOT NULL,
       source_index INTEGER NOT NULL,
       PRIMARY KEY (tx_id, is_reference, position)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX inputs_by_source ON inputs (source_id);
     CREATE TABLE uses (
       address TEXT NOT NULL,
       tx_id TEXT NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
       PRIMARY KEY (address, tx_id)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX uses_by_transaction ON uses (tx_id);
     CREATE TABLE asset_mints (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       tx_id TEXT NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
       unit TEXT NOT NULL,
       policy_id TEXT NOT NULL,
       quantity TEXT NOT NULL
     ) STRICT;
     CREATE INDEX asset_mints_by_unit ON asset_mints (unit, seq);
     CREATE INDEX asset_mints_by_policy ON asset_mints (policy_id, seq);
     CREATE INDEX asset_mints_by_transaction ON asset_mints (tx_id);
     CREATE TABLE faucet (
       id INTEGER PRIMARY KEY CHECK (id = 1),
       signing_key BLOB NOT NULL
     ) STRICT;`,
  ],
}
