import type { Schema } from '#platform/db/database.ts'

/**
 * Sales, their tokens and payments. Lovelace and slots are text: the ledger's numbers have 64 bits.
 * `cursor_height` and `cursor_index` mark how far the sale's address was read for good; later blocks are read
 * again until they are settled. A sale's transaction is a mint, and so is its refund: the mint tables say how
 * they are signed, sent and followed.
 */
export const salesSchema: Schema = {
  name: 'studio_sales',
  steps: [
    `CREATE TABLE sale_wallets (
       id TEXT PRIMARY KEY,
       account_key TEXT NOT NULL,
       next_index INTEGER NOT NULL,
       created_at TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE sales (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
       type TEXT NOT NULL,
       status TEXT NOT NULL,
       price TEXT NOT NULL,
       reservation_time INTEGER NOT NULL,
       reserved_until TEXT NOT NULL,
       confirmations INTEGER NOT NULL,
       wallet_id TEXT NOT NULL,
       wallet_index INTEGER NOT NULL,
       payment_key_hash TEXT NOT NULL,
       payment_address TEXT NOT NULL UNIQUE,
       buyer_address TEXT,
       delivery_address TEXT,
       error TEXT,
       status_before TEXT,
       resolution TEXT,
       mint_id TEXT,
       refund_id TEXT,
       tx_id TEXT,
       tx_fee TEXT,
       nft_fee TEXT,
       income TEXT,
       returned TEXT,
       cursor_height INTEGER NOT NULL,
       cursor_index INTEGER NOT NULL,
       watch_at INTEGER NOT NULL,
       watched_at INTEGER NOT NULL DEFAULT 0,
       unpaid_by INTEGER,
       is_cancelled INTEGER NOT NULL DEFAULT 0,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX sales_in_order ON sales (collection_id, seq);
     CREATE INDEX sales_by_status ON sales (status, seq);
     CREATE INDEX sales_to_watch ON sales (watch_at);
     CREATE INDEX sales_watched ON sales (watched_at);
     CREATE INDEX sales_of_mint ON sales (mint_id);
     CREATE INDEX sales_of_refund ON sales (refund_id);

     CREATE TABLE sale_tokens (
       sale_id TEXT NOT NULL REFERENCES sales (id) ON DELETE CASCADE,
       position INTEGER NOT NULL,
       token_id TEXT NOT NULL,
       asset_name TEXT NOT NULL,
       name TEXT NOT NULL,
       image TEXT NOT NULL,
       status_before TEXT NOT NULL,
       is_held INTEGER NOT NULL DEFAULT 1,
       PRIMARY KEY (sale_id, position)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX sale_tokens_of ON sale_tokens (token_id);

     CREATE TABLE sale_payments (
       sale_id TEXT NOT NULL REFERENCES sales (id) ON DELETE CASCADE,
       tx_id TEXT NOT NULL,
       output_index INTEGER NOT NULL,
       lovelace TEXT NOT NULL,
       assets TEXT NOT NULL,
       from_address TEXT NOT NULL,
       is_from_script INTEGER NOT NULL,
       has_reference_script INTEGER NOT NULL DEFAULT 0,
       block TEXT NOT NULL,
       slot TEXT NOT NULL,
       height INTEGER NOT NULL,
       block_index INTEGER NOT NULL,
       use TEXT NOT NULL,
       spent_by TEXT,
       PRIMARY KEY (sale_id, tx_id, output_index)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX sale_payments_of ON sale_payments (spent_by);

     CREATE TABLE sale_mints (
       mint_id TEXT PRIMARY KEY,
       sale_id TEXT NOT NULL REFERENCES sales (id) ON DELETE CASCADE,
       tx_fee TEXT NOT NULL,
       nft_fee TEXT NOT NULL,
       income TEXT NOT NULL,
       returned TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX sale_mints_of ON sale_mints (sale_id);

     CREATE TABLE sale_reports (
       sale_id TEXT NOT NULL REFERENCES sales (id) ON DELETE CASCADE,
       what TEXT NOT NULL,
       PRIMARY KEY (sale_id, what)
     ) STRICT, WITHOUT ROWID;`,
    // Sales that keys elsewhere sign for, together in a signing round.
    `ALTER TABLE sales ADD COLUMN delivers_within INTEGER;
     ALTER TABLE sales ADD COLUMN deliver_from TEXT;
     ALTER TABLE sale_mints ADD COLUMN round_id TEXT;
     CREATE INDEX sale_mints_in_round ON sale_mints (round_id);

     CREATE TABLE sale_rounds (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
       created_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX sale_rounds_in_order ON sale_rounds (collection_id, seq);

     CREATE TABLE delivery_times (
       collection_id TEXT PRIMARY KEY REFERENCES collections (id) ON DELETE CASCADE,
       seconds INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;`,
    // Wallets whose keys are on another computer.
    `ALTER TABLE sale_wallets ADD COLUMN is_watched INTEGER NOT NULL DEFAULT 0;`,
    // Addresses that may have been given out after the backup that the studio was restored from.
    `CREATE TABLE skipped_addresses (
       wallet_id TEXT NOT NULL,
       first_index INTEGER NOT NULL,
       skipped INTEGER NOT NULL,
       skipped_at TEXT NOT NULL,
       next_index INTEGER NOT NULL,
       asked_at TEXT,
       PRIMARY KEY (wallet_id, first_index)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE unknown_payments (
       tx_id TEXT NOT NULL,
       output_index INTEGER NOT NULL,
       wallet_id TEXT NOT NULL,
       wallet_index INTEGER NOT NULL,
       payment_address TEXT NOT NULL,
       lovelace TEXT NOT NULL,
       from_address TEXT,
       PRIMARY KEY (tx_id, output_index)
     ) STRICT, WITHOUT ROWID;`,
    // Who paid by key, what foreign tokens take of a payment, and what else spent it. Payments of
    // earlier versions are read again, so their sales are polled at once.
    `ALTER TABLE sale_payments ADD COLUMN payer_key TEXT;
     ALTER TABLE sale_payments ADD COLUMN assets_lovelace TEXT NOT NULL DEFAULT '0';
     ALTER TABLE sale_payments ADD COLUMN spent_in TEXT;
     ALTER TABLE sale_payments ADD COLUMN spent_block TEXT;
     ALTER TABLE sale_payments ADD COLUMN spent_height INTEGER;
     ALTER TABLE sale_payments ADD COLUMN spent_for TEXT;
     ALTER TABLE sale_payments ADD COLUMN lacks TEXT;
     ALTER TABLE sale_payments ADD COLUMN is_lost INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE sales ADD COLUMN refund_to TEXT;
     UPDATE sales SET watch_at = 0 WHERE id IN (
       SELECT sale_id FROM sale_payments WHERE spent_by IS NULL);`,
    // Addresses that buyers have and no sale: of sales that went with their collection, or were forgotten.
    `CREATE TABLE saleless_addresses (
       wallet_id TEXT NOT NULL,
       wallet_index INTEGER NOT NULL,
       sale_id TEXT,
       collection_name TEXT,
       since TEXT NOT NULL,
       watch_at INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (wallet_id, wallet_index)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX saleless_addresses_to_watch ON saleless_addresses (watch_at);
     CREATE INDEX sales_at_index ON sales (wallet_id, wallet_index);

     ALTER TABLE unknown_payments ADD COLUMN refund_id TEXT;`,
    // What was paid after an end of the reservation is late, also when the seller waits for more.
    `CREATE TABLE reservation_gaps (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       sale_id TEXT NOT NULL REFERENCES sales (id) ON DELETE CASCADE,
       from_slot TEXT NOT NULL,
       until_slot TEXT NOT NULL
     ) STRICT;
     CREATE INDEX reservation_gaps_of ON reservation_gaps (sale_id);`,
    // Tokens that a sale marked as minted by a delivery that the studio did not send.
    `ALTER TABLE sale_tokens ADD COLUMN is_completed_elsewhere INTEGER NOT NULL DEFAULT 0;
     UPDATE sale_tokens SET is_completed_elsewhere = 1 WHERE sale_id IN (
       SELECT id FROM sales WHERE status = 'COMPLETED' AND mint_id IS NULL);`,
    // The sales that are polled at all, which are few beside those that have ended: see `neverMs`.
    `DROP INDEX IF EXISTS sales_watched;
     CREATE INDEX sales_to_watch_next ON sales (watched_at, seq) WHERE watch_at < 9007199254740991;
     CREATE INDEX unknown_payments_at ON unknown_payments (wallet_id, wallet_index);
     CREATE INDEX unknown_payments_of ON unknown_payments (refund_id);`,
    // Earlier versions left refunded sales the amounts and the transaction of a mint that never was.
    `UPDATE sales SET tx_id = NULL, tx_fee = NULL, nft_fee = NULL, income = NULL, returned = NULL
     WHERE status = 'REFUNDED';`,
    // Tokens of payments without a sale. Those of earlier versions are read with the next look.
    `ALTER TABLE unknown_payments ADD COLUMN assets TEXT NOT NULL DEFAULT '[]';`,
    // A term that the seller may state.
    `ALTER TABLE sales ADD COLUMN max_per_buyer INTEGER;
     CREATE INDEX sale_payments_of_payer ON sale_payments (payer_key);`,
  ],
}
