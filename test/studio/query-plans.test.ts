import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { sharedFolderTest as it } from '../support/folder-test.ts'
import { type WrittenStatement, writtenStatements } from './statements.ts'

/** Tables that stay small whatever is minted and sold: their rows come with work of the owner. */
const small = new Set([
  'collections',
  'webhooks',
  'sale_wallets',
  'delivery_times',
  'payment_keys',
  'royalties',
  'royalty_confirmations',
  'skipped_addresses',
  'schema_versions',
  'shops',
  // Of what is on its way: a reservation goes when its transaction is over.
  'reserved_inputs',
])

/** They have many rows for each value, so a search by them alone reads a part that grows. */
const coarse = new Set(['collection_id=?', 'status=?', 'kind=?', 'wallet_id=?', 'webhook_id=?'])

/** What functions put into statements. */
const inserted = {
  conditions: [
    '',
    'AND status = :status',
    'AND collection_id = :collection_id',
    'AND sale_id = :sale_id',
    'AND status = :status AND collection_id = :collection_id AND sale_id = :sale_id',
  ],
  status: ["'COMPLETED'", 'mint_tokens.status_before'],
  from: ['tokens.status', "'MINTING'"],
  'rowAsJson(storedToken)': ["json_object('id', id)"],
  collectionContent: ["json_object('id', id)"],
  'idTables[kind]': ['collections', 'sales', 'mints', 'webhooks'],
  neverMs: [String(Number.MAX_SAFE_INTEGER)],
  ofStatus: ['', ' AND status = :status'],
  where: [
    'tx_id = :txId',
    'holder = :holder',
    'settled = 0',
    "state = 'confirmed' AND (final_after IS NULL OR confirmations < final_after) AND due_at <= :nowMs",
  ],
}

/** Statements that may read many rows, by how they begin, and why. */
const allowed: Readonly<Record<string, string>> = {
  'SELECT COUNT(*) AS sales, SUM(supply)':
    'the totals of a collection, read by its owner and by no page of buyers',
  'SELECT status, COUNT(*) AS tokens FROM tokens':
    'the same: counted in an index, without reading a token',
  "SELECT * FROM tokens WHERE collection_id = :collectionId AND status = 'FOR_SALE'":
    'a mint of all tokens that are for sale needs each of them',
  "SELECT id, asset_name FROM tokens WHERE collection_id = :id AND status = 'FOR_SALE' AND NOT EXISTS ( SELECT 1 FROM collections CROSS JOIN tokens AS other ON other.collection_id = collections.id AND other.asset_name = tokens.asset_name WHERE policy_id = :policyId AND collections.id <> :id AND other.status IN ('RESERVED', 'MINTING', 'COMPLETED'))$":
    'a draw reads all that are for sale only where they are few beside those that are gone',
  'SELECT id, metadata_attributes, custom_attributes FROM tokens':
    'ranks compare each token with all others, and the filters of a shop page count traits: once a minute, where the creator publishes them',
  'SELECT * FROM tokens WHERE (name LIKE':
    'the owner looks for a part of a name, which no index can have; up to a page of them',
  'SELECT id FROM sales ORDER BY seq DESC LIMIT 500': 'the newest, in their order, up to a limit',
  'SELECT id FROM mints ORDER BY seq DESC LIMIT 500': 'the same',
  'SELECT id, status, price FROM tokens':
    'a shop page counts its works and finds the cheapest: three short columns of each',
  'SELECT COUNT(*) AS works FROM tokens': 'the same, for the owner',
  'SELECT DISTINCT image FROM tokens': 'an export of the data folder names every image',
  'SELECT * FROM tokens WHERE price IS NOT NULL':
    'whoever confirms all facts of a restored studio reads each',
  'SELECT id, status, payment_address FROM sales WHERE collection_id = :id':
    'a collection is deleted with all of its sales',
  'INSERT INTO saleless_addresses': 'the same',
  "INSERT INTO bin (id, kind, collection_id, is_with_collection, content, deleted_at) SELECT id, 'token', collection_id, 1":
    'the same, with all of its tokens',
  'DELETE FROM collections': 'the same',
  'SELECT * FROM sales WHERE status IN':
    'sales that are paid and wait, or are being sent: those that have ended are in no such state',
  "SELECT * FROM mints WHERE status = 'awaiting_witnesses'":
    'mints that wait for a signature, of which each is asked for',
  'UPDATE deliveries SET due_at':
    'at the start: of deliveries that are pending, in an index of those',
  'UPDATE deliveries SET claimed_until': 'the same',
  "UPDATE deliveries SET state = 'failed'":
    'of a webhook that is disabled, all that are pending, in an index of those',
  'DELETE FROM webhooks': 'a webhook is deleted with its deliveries',
  'SELECT * FROM sales WHERE watch_at <':
    'sales that are polled at all, in an index of those and in its order, up to a limit',
  'SELECT (SELECT MIN(seq) FROM tokens': 'the first and the last entry of an index',
  'SELECT created_at FROM events ORDER BY seq DESC LIMIT 1': 'the last row',
  'SELECT unknown_payments.*': 'the list of payments that no sale has is shown whole',
  'SELECT tx_id, holder': 'transactions that are not settled yet, in an index of those',
  'SELECT id FROM seals WHERE kind': 'the owner lists what is sealed',
  'SELECT * FROM seals WHERE kind': 'the same',
}

const isAllowed = (sql: string): string | undefined =>
  Object.keys(allowed).find((start) =>
    start.endsWith('$') ? sql === start.slice(0, -1) : sql.startsWith(start),
  )

/** The table of a name in a plan, which is an alias where the statement has one. */
const tableOf = (sql: string, name: string): string =>
  new RegExp(`\\b(?:FROM|JOIN)\\s+(\\w+)\\s+(?:AS\\s+)?${name}\\b`, 'iu').exec(sql)?.[1] ?? name

/** The steps of a plan that read a part of a large table that grows with it. */
const growingSteps = (database: DatabaseSync, sql: string): readonly string[] =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter((detail) => {
      const step = /^(?<how>SCAN|SEARCH) (?<name>\w+)(?<rest>.*)$/u.exec(detail)?.groups
      const { how, name = '', rest = '' } = step ?? {}
      if (how === undefined || rest.includes('VIRTUAL TABLE') || name === 'CONSTANT') return false
      if (small.has(tableOf(sql, name))) return false
      if (how === 'SCAN') return true
      const by = /\((?<by>[^)]*)\)(?: LEFT-JOIN)?$/u.exec(rest)?.groups?.['by'] ?? ''
      const isInOrder = /\bLIMIT\b/u.test(sql)
      return by.split(' AND ').every((one) => coarse.has(one)) && !isInOrder
    })

describe('The statements of the studio', () => {
  const plansOf = (folder: string, sqls: readonly string[]) => {
    const path = join(folder, 'studio.db')
    new Database(path, studioSchemas).close()
    const database = new DatabaseSync(path)
    try {
      return sqls.map((sql) => ({ sql, growing: growingSteps(database, sql) }))
    } finally {
      database.close()
    }
  }
  const statements = writtenStatements(inserted)

  it('are all known here', () => {
    expect(statements.length).toBeGreaterThan(140)
    const files = new Set(statements.map(({ file }: WrittenStatement) => file))
    for (const name of ['tokens', 'sales', 'collections'])
      expect(files).toContain(join('studio', 'store', `${name}.ts`))
  })

  it('read no large table whole, except those that say why', ({ folder }) => {
    const plans = plansOf(folder, [...new Set(statements.map(({ sql }) => sql))])
    const growing = plans.filter(({ growing: steps }) => steps.length > 0)
    expect(growing.filter(({ sql }) => isAllowed(sql) === undefined)).toEqual([])
    // What does so no more is not allowed to any longer.
    const used = new Set(growing.map(({ sql }) => isAllowed(sql)))
    expect(Object.keys(allowed).filter((start) => !used.has(start))).toEqual([])
  })

  it('would be found if they did', ({ folder }) => {
    const plans = plansOf(folder, [
      `SELECT tokens.* FROM json_each(:ids) AS asked JOIN tokens ON tokens.id = asked.value
       WHERE collection_id = :collectionId ORDER BY asked.key`,
      'SELECT * FROM sales WHERE price = :price',
      'SELECT * FROM tokens WHERE id = :id',
    ])
    expect(plans.map(({ growing }) => growing.length)).toEqual([1, 1, 0])
  })
})
