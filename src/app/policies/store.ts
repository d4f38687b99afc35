import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { policyErrors } from '#contract/policies/errors.ts'
import { PolicyId } from '#cardano/ids.ts'
import { type Network, networks } from '#cardano/network.ts'
import { policyIdOf, type NativeScript, scriptFromCbor, scriptToCbor } from '#cardano/scripts.ts'
import type { Database, Schema } from '#platform/db/database.ts'

/** Origin: created here, read from a file, fetched from an account, or created by the studio. */
const origins = ['generated', 'imported', 'account', 'studio'] as const
export type PolicyOrigin = (typeof origins)[number]

/** Public data only. The script is stored as CBOR: the policy ID is the hash of these bytes. */
export const policiesSchema: Schema = {
  name: 'policies',
  steps: [
    `CREATE TABLE policies (
      policy_id TEXT PRIMARY KEY,
      name TEXT,
      network TEXT NOT NULL,
      script TEXT NOT NULL,
      origin TEXT NOT NULL,
      account_id TEXT,
      collection_id TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    -- One row for each backup that was made or tested here, by the SHA-256 of its file.
    -- The subject is a policy or a wallet, by its id.
    CREATE TABLE noted_backups (
      subject TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      key_hashes TEXT NOT NULL,
      made_at TEXT NOT NULL,
      tested_at TEXT,
      PRIMARY KEY (subject, fingerprint)
    ) STRICT`,
    // Public halves of policy keys, those of other machines too.
    `CREATE TABLE public_keys (
      key_hash TEXT PRIMARY KEY,
      public_key TEXT NOT NULL,
      path TEXT
    ) STRICT`,
  ],
}

const policyRow = z
  .object({
    policy_id: shortText.transform(PolicyId),
    name: longText.nullable(),
    network: z.enum(networks),
    script: longText.transform(scriptFromCbor),
    origin: z.enum(origins),
    account_id: shortText.nullable(),
    collection_id: shortText.nullable(),
    created_at: shortText,
  })
  .transform((row) => ({
    policyId: row.policy_id,
    name: row.name,
    network: row.network,
    script: row.script,
    origin: row.origin,
    accountId: row.account_id,
    collectionId: row.collection_id,
    createdAt: row.created_at,
  }))
export type StoredPolicy = z.output<typeof policyRow>

/** The stored fields of a policy. */
export type PolicyToStore = {
  readonly script: NativeScript
  readonly network: Network
  readonly origin: PolicyOrigin
  readonly name?: string | undefined
  readonly accountId?: string | undefined
  readonly collectionId?: string | undefined
}

/**
 * Writes a policy's row. A known policy keeps its name and origin and gains missing fields, so that
 * no information is lost.
 */
export const storePolicy = (db: Database, policy: PolicyToStore, now: Date): PolicyId => {
  const policyId = policyIdOf(policy.script)
  db.insert(
    'policies',
    {
      policy_id: policyId,
      name: nameOf(policy),
      network: policy.network,
      script: scriptToCbor(policy.script),
      origin: policy.origin,
      account_id: policy.accountId,
      collection_id: policy.collectionId,
      created_at: now.toISOString(),
    },
    `ON CONFLICT (policy_id) DO UPDATE SET
       name = coalesce(policies.name, excluded.name),
       network = excluded.network,
       account_id = coalesce(excluded.account_id, policies.account_id),
       collection_id = coalesce(excluded.collection_id, policies.collection_id)`,
  )
  return policyId
}

/** An empty name counts as none: users type the name to confirm actions. */
const nameOf = ({ name = '' }: PolicyToStore): string | null => (name.trim() === '' ? null : name)

/** Newest first. */
export const storedPolicies = (db: Database): readonly StoredPolicy[] =>
  db.all(policyRow, 'SELECT * FROM policies ORDER BY created_at DESC, policy_id')

export const findPolicy = (db: Database, policyId: string): StoredPolicy | undefined =>
  db.get(policyRow, 'SELECT * FROM policies WHERE policy_id = :policyId', {
    policyId: policyId.toLowerCase(),
  })

/** @throws ColdpressError `not_found` */
export const storedPolicy = (db: Database, policyId: string): StoredPolicy => {
  const found = findPolicy(db, policyId)
  if (found !== undefined) return found
  throw errorBy(
    policyErrors,
    'policy_unknown',
    {},
    `There is no policy ${policyId} on this computer. Check its ID in the list of policies, or import it.`,
  )
}
