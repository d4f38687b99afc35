import type { Schema } from '#platform/db/database.ts'

/**
 * Deliveries, inserted with their event, and every attempt. Of a webhook's pending deliveries for
 * one sale, the first has `turn` 1. An attempt claims a delivery until a time that also identifies
 * the claim; after a kill it lapses. Compared times are Unix milliseconds. `tries` counts from the
 * last manual resend. A webhook is enabled while `disabled_at` is null.
 */
export const deliveriesSchema: Schema = {
  name: 'studio_deliveries',
  steps: [
    `CREATE TABLE deliveries (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
       event_id TEXT NOT NULL REFERENCES events (id),
       sale_id TEXT NOT NULL,
       state TEXT NOT NULL,
       turn INTEGER NOT NULL,
       attempts INTEGER NOT NULL DEFAULT 0,
       tries INTEGER NOT NULL DEFAULT 0,
       due_at INTEGER NOT NULL,
       claimed_until INTEGER NOT NULL DEFAULT 0,
       reason TEXT,
       created_at TEXT NOT NULL,
       ended_at TEXT
     ) STRICT;
     CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, seq);
     CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at)
       WHERE state = 'pending' AND turn = 1;
     CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
     CREATE INDEX deliveries_in_turn ON deliveries (webhook_id, sale_id, seq)
       WHERE state = 'pending';

     CREATE TABLE delivery_attempts (
       delivery_seq INTEGER NOT NULL REFERENCES deliveries (seq) ON DELETE CASCADE,
       number INTEGER NOT NULL,
       at TEXT NOT NULL,
       status_code INTEGER,
       duration_ms INTEGER NOT NULL,
       body_start TEXT NOT NULL,
       error TEXT,
       request_headers TEXT NOT NULL,
       PRIMARY KEY (delivery_seq, number)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
