import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'

export const mintRehearsalsStep = `CREATE TABLE mint_rehearsals (
    account_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    practice_id TEXT NOT NULL,
    policy_shape TEXT NOT NULL,
    royalty TEXT,
    rehearsed_at TEXT NOT NULL,
    PRIMARY KEY (account_id, collection_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rehearsed_tokens (
    account_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    asset_name TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account_id, collection_id, asset_name)
  ) STRICT, WITHOUT ROWID;`

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

/** What of a collection was minted on the devnet, as it was then. */
export type MintRehearsal = {
  /** The practice collection. */
  readonly practiceId: string
  /** The script without its keys. */
  readonly policyShape: string
  /** The rate; null for a collection without a royalty. */
  readonly royalty: string | null
  /** ISO 8601 UTC */
  readonly at: string
  /** A hash of each token's metadata, by asset name. */
  readonly tokens: ReadonlyMap<string, string>
}

export type MintRehearsals = {
  /** The last one of a collection. */
  readonly find: (collection: CollectionRef) => MintRehearsal | undefined
  readonly record: (collection: CollectionRef, rehearsal: MintRehearsal) => void
}

const rehearsalRow = z.object({
  practice_id: shortText,
  policy_shape: longText,
  royalty: shortText.nullable(),
  rehearsed_at: shortText,
})
const tokenRow = z.object({ asset_name: shortText, content: shortText })

const where = 'WHERE account_id = :accountId AND collection_id = :collectionId'

export const createMintRehearsals = (db: Database): MintRehearsals => ({
  find: ({ accountId, collectionId }) => {
    const of = { accountId, collectionId }
    const row = db.get(rehearsalRow, `SELECT * FROM mint_rehearsals ${where}`, of)
    if (row === undefined) return undefined
    const tokens = db.all(tokenRow, `SELECT asset_name, content FROM rehearsed_tokens ${where}`, of)
    return {
      practiceId: row.practice_id,
      policyShape: row.policy_shape,
      royalty: row.royalty,
      at: row.rehearsed_at,
      tokens: new Map(tokens.map(({ asset_name: name, content }) => [name, content])),
    }
  },
  record: ({ accountId, collectionId }, rehearsal) =>
    db.transact(() => {
      const of = { accountId, collectionId }
      db.run(`DELETE FROM mint_rehearsals ${where}`, of)
      db.run(`DELETE FROM rehearsed_tokens ${where}`, of)
      const key = { account_id: accountId, collection_id: collectionId }
      db.insert('mint_rehearsals', {
        ...key,
        practice_id: rehearsal.practiceId,
        policy_shape: rehearsal.policyShape,
        royalty: rehearsal.royalty,
        rehearsed_at: rehearsal.at,
      })
      for (const [name, content] of rehearsal.tokens)
        db.insert('rehearsed_tokens', { ...key, asset_name: name, content })
    }),
})
