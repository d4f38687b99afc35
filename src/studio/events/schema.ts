import type { Schema } from '#core/db/database.ts'

/** What the studio told of its sales, in the order in which it happened. */
export const eventsSchema: Schema = {
  name: 'studio_events',
  steps: [
    `CREATE TABLE events (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       status TEXT NOT NULL,
       sale_id TEXT NOT NULL,
       collection_id TEXT NOT NULL,
       tokens TEXT NOT NULL,
       error TEXT,
       created_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX events_by_status ON events (status, seq);
     CREATE INDEX events_by_sale ON events (sale_id, seq);
     CREATE INDEX events_by_collection ON events (collection_id, seq);
     CREATE INDEX events_by_time ON events (created_at, seq);`,
  ],
}
