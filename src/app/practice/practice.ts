import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import { mintRehearsalsStep } from './mint-rehearsals.ts'

/**
 * Collections that Coldpress itself made for practice: the sample, and those of rehearsals.
 * `policy_id` is the policy that was made for one, until its keys are used for something else.
 * A row outlives its collection, because the collection's events stay.
 */
export const practiceSchema: Schema = {
  name: 'practice',
  steps: [
    `CREATE TABLE practice_collections (
      account_id TEXT NOT NULL,
      collection_id TEXT NOT NULL,
      policy_id TEXT,
      PRIMARY KEY (account_id, collection_id)
    ) STRICT, WITHOUT ROWID`,
    mintRehearsalsStep,
  ],
}

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

export type Practice = {
  /** Marks a new collection, with the policy that was made for it. */
  readonly add: (collection: CollectionRef & { readonly policyId: string }) => void
  readonly has: (collection: CollectionRef) => boolean
  /** Called when a policy's keys are used elsewhere: the policy no longer counts as practice. */
  readonly keepPolicy: (policyId: string) => void
}

export const createPractice = (db: Database): Practice => ({
  add: ({ accountId, collectionId, policyId }) => {
    db.insert(
      'practice_collections',
      { account_id: accountId, collection_id: collectionId, policy_id: policyId },
      'ON CONFLICT DO NOTHING',
    )
  },
  has: ({ accountId, collectionId }) =>
    db.get(
      practiceRow,
      `SELECT collection_id FROM practice_collections
       WHERE account_id = :accountId AND collection_id = :collectionId`,
      { accountId, collectionId },
    ) !== undefined,
  keepPolicy: (policyId) => {
    db.run('UPDATE practice_collections SET policy_id = NULL WHERE policy_id = :policyId', {
      policyId,
    })
  },
})

const practiceRow = z.object({ collection_id: shortText })

/** Whether a policy was made for a practice collection and serves nothing else. */
export const isPracticePolicy = (db: Database, policyId: string): boolean =>
  db.get(
    practiceRow,
    'SELECT collection_id FROM practice_collections WHERE policy_id = :policyId',
    { policyId },
  ) !== undefined
