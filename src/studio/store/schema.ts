import type { Schema } from '#platform/db/database.ts'

/**
 * The studio's tables. `seq` is the order of creation and is never given twice, which paging rests
 * on. `price` is lovelace, as text. No secret is ever written here: `key_hashes` names the keys that the vault keeps.
 */
export const studioSchema: Schema = {
  name: 'studio',
  steps: [
    `CREATE TABLE collections (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       name TEXT NOT NULL,
       url TEXT,
       description TEXT,
       payout_address TEXT NOT NULL,
       lock_time TEXT,
       policy_id TEXT NOT NULL,
       script TEXT NOT NULL,
       key_hashes TEXT NOT NULL,
       metadata TEXT,
       royalty TEXT,
       reservation_time INTEGER,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;
     CREATE TABLE tokens (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
       asset_name TEXT NOT NULL,
       name TEXT NOT NULL,
       description TEXT,
       media_type TEXT,
       image TEXT NOT NULL,
       metadata_attributes TEXT NOT NULL,
       custom_attributes TEXT NOT NULL,
       status TEXT NOT NULL,
       price TEXT,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL,
       UNIQUE (collection_id, asset_name)
     ) STRICT;
     CREATE INDEX tokens_in_order ON tokens (collection_id, seq);
     CREATE INDEX tokens_by_status ON tokens (collection_id, status, seq);
     CREATE TABLE webhooks (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       name TEXT NOT NULL,
       description TEXT,
       callback_url TEXT NOT NULL,
       disabled_at TEXT,
       waits_because TEXT,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;`,
    'ALTER TABLE collections ADD COLUMN rarity_published INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX collections_by_policy ON collections (policy_id, seq)',
    `ALTER TABLE tokens ADD COLUMN description_pieces TEXT;
     ALTER TABLE tokens ADD COLUMN image_pieces TEXT;
     ALTER TABLE tokens ADD COLUMN image_media_type TEXT;`,
    "ALTER TABLE webhooks ADD COLUMN own_events TEXT NOT NULL DEFAULT ''",
    'ALTER TABLE tokens ADD COLUMN is_held_back INTEGER NOT NULL DEFAULT 0',
    // What was deleted and can be restored. `content` is the row as JSON, its columns as they were.
    `CREATE TABLE bin (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       kind TEXT NOT NULL,
       collection_id TEXT NOT NULL,
       is_with_collection INTEGER NOT NULL,
       content TEXT NOT NULL,
       seal TEXT,
       deleted_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX bin_in_order ON bin (is_with_collection, seq);
     CREATE INDEX bin_of_collection ON bin (collection_id, is_with_collection, seq);
     CREATE INDEX bin_by_time ON bin (deleted_at);`,
    // What a creator says of a collection beside its name; nothing depends on it.
    `ALTER TABLE collections ADD COLUMN cover TEXT;
     ALTER TABLE collections ADD COLUMN creator TEXT;`,
  ],
}
