import type { Schema } from '#platform/db/database.ts'

/**
 * All that the devnet is. A transaction without a height has been accepted and waits for its
 * block; `seq` is the order of acceptance, which is also the order on the chain. `spent_by` is set
 * when a transaction is accepted, `created_height` and `spent_height` when it is in a block: the
 * ledger goes by the former, what a gateway shows by the latter. Amounts are decimal text.
 * `addresses` has every address that was ever paid, `output_assets` and `metadata_labels` find what
 * is also in the columns `assets` and `metadata`.
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
    `CREATE TABLE addresses (
       address TEXT PRIMARY KEY,
       payment TEXT,
       is_script INTEGER NOT NULL,
       stake_address TEXT
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX addresses_by_payment ON addresses (payment);
     CREATE INDEX addresses_by_stake ON addresses (stake_address);
     CREATE TABLE output_assets (
       output INTEGER NOT NULL REFERENCES outputs (seq) ON DELETE CASCADE,
       unit TEXT NOT NULL,
       quantity TEXT NOT NULL,
       PRIMARY KEY (output, unit)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX output_assets_by_unit ON output_assets (unit, output);
     INSERT INTO output_assets (output, unit, quantity)
       SELECT seq, json_extract(value, '$[0]'), json_extract(value, '$[1]')
       FROM outputs, json_each(assets);
     CREATE TABLE metadata_labels (
       label TEXT NOT NULL,
       transaction_seq INTEGER NOT NULL REFERENCES transactions (seq) ON DELETE CASCADE,
       PRIMARY KEY (label, transaction_seq)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX metadata_labels_by_transaction ON metadata_labels (transaction_seq);
     INSERT INTO metadata_labels (label, transaction_seq)
       SELECT json_extract(value, '$.label'), seq FROM transactions, json_each(metadata);
     CREATE INDEX outputs_by_script ON outputs (script_hash) WHERE script_hash IS NOT NULL;
     CREATE INDEX blocks_by_slot ON blocks (slot);`,
  ],
}
