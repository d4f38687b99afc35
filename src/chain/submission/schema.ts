import type { Schema } from '#platform/db/database.ts'

/**
 * Inputs that are promised to somebody, and every transaction on its way to the chain. Slots of a
 * transaction's validity are text: the ledger's numbers have 64 bits. `version` grows with every
 * change, so that of two programs that follow the same transaction one writes what it saw. A transaction that is
 * `withdrawn` is not sent by us any more, but others may have a copy: it is looked for to its end.
 * `final_after`: blocks on a confirmed one after which no rollback reaches it.
 */
export const submissionSchema: Schema = {
  name: 'submission',
  steps: [
    `CREATE TABLE reserved_inputs (
       ref TEXT PRIMARY KEY,
       holder TEXT NOT NULL,
       until_slot INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX reserved_inputs_of ON reserved_inputs (holder);

     CREATE TABLE submissions (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       tx_id TEXT NOT NULL UNIQUE,
       holder TEXT NOT NULL,
       bytes BLOB,
       inputs TEXT NOT NULL,
       valid_until TEXT,
       state TEXT NOT NULL,
       settled INTEGER NOT NULL,
       attempts INTEGER NOT NULL,
       rollbacks INTEGER NOT NULL,
       due_at INTEGER NOT NULL,
       error TEXT,
       block TEXT,
       confirmations INTEGER NOT NULL,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL,
       version INTEGER NOT NULL,
       withdrawn INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX submissions_of ON submissions (holder);
     CREATE INDEX submissions_open ON submissions (seq) WHERE settled = 0;`,
    // What was confirmed long ago is final; what is younger is looked at again.
    `ALTER TABLE submissions ADD COLUMN final_after INTEGER;
     UPDATE submissions SET final_after = 0
       WHERE state = 'confirmed' AND updated_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 days');
     CREATE INDEX submissions_deepening ON submissions (due_at)
       WHERE state = 'confirmed' AND (final_after IS NULL OR confirmations < final_after);`,
  ],
}
