import { z } from 'zod'
import { networks } from '../networks.ts'
import { network } from '../wire/collection.ts'
import { scriptJson } from '../wire/script.ts'

/** The chains that Coldpress knows; the minting interface tells only mainnet from testnet. */
export const chainNetwork = z.enum(networks)

export const account = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'hosted']),
  network,
  baseUrl: z.string(),
  appId: z.string(),
  createdAt: z.string(),
})
export type AccountFacts = z.output<typeof account>

export const vaultStatus = z.object({
  /** `new`: no passphrase was ever chosen. `locked`: keys can be stored, nothing can sign. */
  state: z.enum(['new', 'locked', 'unlocked']),
  backend: z.enum(['keychain', 'sealed-files']),
  /** Why the keychain is not used; a sentence for the user. */
  note: z.string().optional(),
})
export type VaultFacts = z.output<typeof vaultStatus>

export const probe = z.discriminatedUnion('works', [
  z.object({ works: z.literal(true) }),
  z.object({ works: z.literal(false), reason: z.string() }),
])

/**
 * Whether the keys that are here are safe elsewhere too. Only a backup that holds all of them
 * counts, and only one that has passed its drill is known to work. Times are ISO 8601 UTC;
 * `fingerprint`: SHA-256 of the age file.
 */
export const backupState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('made'), madeAt: z.string(), fingerprint: z.string() }),
  z.object({
    state: z.literal('drilled'),
    madeAt: z.string(),
    drilledAt: z.string(),
    fingerprint: z.string(),
  }),
])
export type BackupState = z.output<typeof backupState>

/** A policy as it is shown: public facts only. */
export const policyFacts = z.object({
  policyId: z.string(),
  name: z.string().nullable(),
  network: chainNetwork,
  origin: z.enum(['generated', 'imported', 'account', 'studio']),
  accountId: z.string().nullable(),
  collectionId: z.string().nullable(),
  script: scriptJson,
  keys: z.array(z.object({ keyHash: z.string(), here: z.boolean() })).readonly(),
  canMint: z.boolean(),
  lock: z
    .object({
      slot: z.union([z.number(), z.string()]),
      /** ISO 8601 UTC; null when the slot lies beyond any date. */
      time: z.string().nullable(),
      locked: z.boolean(),
    })
    .nullable(),
  backup: backupState,
  createdAt: z.string(),
})
export type PolicyFacts = z.output<typeof policyFacts>

/** What stands in a backup, its keys aside. */
export const backupFacts = z.object({
  policyId: z.string(),
  name: z.string().nullable(),
  network: chainNetwork,
  /** ISO 8601 UTC. */
  created: z.string(),
  /** The keys inside, and those that the script names beside them. */
  keyHashes: z.array(z.string()),
  elsewhere: z.array(z.string()),
  fingerprint: z.string(),
})
export type BackupInside = z.output<typeof backupFacts>

/** A key that was made of a phrase (CIP-1855). */
export const usedIndex = z.object({
  index: z.int(),
  keyHash: z.string(),
  publicKey: z.string(),
  derivedAt: z.string(),
})

/** A recovery phrase in the vault: never its words. */
export const phraseFacts = z.object({
  fingerprint: z.string(),
  origin: z.enum(['created', 'restored']),
  createdAt: z.string(),
  /** Whether the vault has it still. */
  here: z.boolean(),
  used: z.array(usedIndex),
  nextIndex: z.int(),
})
export type PhraseFacts = z.output<typeof phraseFacts>

/** A script that was looked at and not taken in. */
export const inspectedPolicy = z.object({
  policyId: z.string(),
  script: scriptJson,
  lockTime: z.string().nullable(),
  /** Whether signing keys came with it; they stay where they were. */
  hasKeys: z.boolean(),
})
export type InspectedPolicy = z.output<typeof inspectedPolicy>

export const pinPlace = z.object({
  name: z.string(),
  kind: z.enum(['local', 'kubo']),
  url: z.string().nullable(),
  /** Known without anybody having set it up, so that nobody may be there. */
  isDefault: z.boolean(),
})
export type PinPlaceFacts = z.output<typeof pinPlace>

/** What the app itself noted; issue D adds the events of sales beside it. */
export const logKinds = [
  'import',
  'policy',
  'signing',
  'collection',
  'account',
  'vault',
  'connection',
  'app',
] as const
export const logLevels = ['info', 'warning', 'error'] as const
export const logEntry = z.object({
  id: z.int(),
  /** ISO 8601 UTC. */
  at: z.string(),
  level: z.enum(logLevels),
  kind: z.enum(logKinds),
  message: z.string(),
  /** Facts for whoever looks closer; never a secret. */
  details: z.record(z.string(), z.string()),
})
export type LogEntry = z.output<typeof logEntry>

export const settings = z.object({
  appearance: z.enum(['system', 'light', 'dark']),
  /** Idle minutes until the vault locks itself. */
  autoLockMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  /** Whether the system notifies of sales that failed. */
  notifyFailures: z.boolean(),
})
export type Settings = z.output<typeof settings>
