import type { Schema } from '#platform/db/database.ts'

/** The events of the studio's sales, in the order in which they happened. */
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
