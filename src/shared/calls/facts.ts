import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '../bounded.ts'
import { providerSettings } from '../providers.ts'
import { networks } from '../networks.ts'
import { network } from '../wire/collection.ts'
import { scriptJson } from '../wire/script.ts'

/** The chains that Coldpress knows; the minting interface tells only mainnet from testnet. */
export const chainNetwork = z.enum(networks)

export const account = z.object({
  id: shortText,
  name: longText,
  kind: z.enum(['local', 'hosted']),
  network,
  baseUrl: shortText,
  appId: shortText,
  createdAt: shortText,
})
export type AccountFacts = z.output<typeof account>

export const vaultStatus = z.object({
  /** `new`: no passphrase was ever chosen. `locked`: keys can be stored, nothing can sign. */
  state: z.enum(['new', 'locked', 'unlocked']),
  backend: z.enum(['keychain', 'sealed-files']),
  /** Why the keychain is not used; a sentence for the user. */
  note: longText.optional(),
})
export type VaultFacts = z.output<typeof vaultStatus>

export const probe = z.discriminatedUnion('works', [
  z.object({ works: z.literal(true) }),
  z.object({ works: z.literal(false), reason: longText }),
])

/**
 * Whether the keys that are here are safe elsewhere too. Only a backup that holds all of them
 * counts, and only one that has passed its test is known to work. Times are ISO 8601 UTC;
 * `fingerprint`: SHA-256 of the age file.
 */
export const backupState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('made'), madeAt: shortText, fingerprint: shortText }),
  z.object({
    state: z.literal('tested'),
    madeAt: shortText,
    testedAt: shortText,
    fingerprint: shortText,
  }),
])
export type BackupState = z.output<typeof backupState>

/** A policy as it is shown: public facts only. */
export const policyFacts = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  origin: z.enum(['generated', 'imported', 'account', 'studio']),
  accountId: shortText.nullable(),
  collectionId: shortText.nullable(),
  script: scriptJson,
  keys: listOf(z.object({ keyHash: shortText, here: z.boolean() })).readonly(),
  canMint: z.boolean(),
  lock: z
    .object({
      slot: z.union([z.number(), shortText]),
      /** ISO 8601 UTC; null when the slot lies beyond any date. */
      time: shortText.nullable(),
      locked: z.boolean(),
    })
    .nullable(),
  backup: backupState,
  createdAt: shortText,
})
export type PolicyFacts = z.output<typeof policyFacts>

/** What stands in a backup, its keys aside. */
export const backupFacts = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  /** ISO 8601 UTC. */
  created: shortText,
  /** The keys inside, and those that the script names beside them. */
  keyHashes: listOf(shortText),
  elsewhere: listOf(shortText),
  fingerprint: shortText,
})
export type BackupInside = z.output<typeof backupFacts>

/** A key that was made of a phrase (CIP-1855). */
export const usedIndex = z.object({
  index: z.int(),
  keyHash: shortText,
  publicKey: shortText,
  derivedAt: shortText,
})

/** A recovery phrase in the vault: never its words. */
export const phraseFacts = z.object({
  fingerprint: shortText,
  origin: z.enum(['created', 'restored']),
  createdAt: shortText,
  /** Whether the vault has it still. */
  here: z.boolean(),
  used: listOf(usedIndex),
  nextIndex: z.int(),
})
export type PhraseFacts = z.output<typeof phraseFacts>

/** A script that was looked at and not taken in. */
export const inspectedPolicy = z.object({
  policyId: shortText,
  script: scriptJson,
  lockTime: shortText.nullable(),
  /** Whether signing keys came with it; they stay where they were. */
  hasKeys: z.boolean(),
})
export type InspectedPolicy = z.output<typeof inspectedPolicy>

export const pinTarget = z.object({
  name: longText,
  kind: shortText,
  settings: providerSettings,
  /** The first address among the settings. */
  url: shortText.nullable(),
  /** Known without anybody having set it up, so that nobody may be there. */
  isDefault: z.boolean(),
  /** Always there, and nobody can change it. */
  isBuiltIn: z.boolean(),
})
export type PinTargetFacts = z.output<typeof pinTarget>

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
  at: shortText,
  level: z.enum(logLevels),
  kind: z.enum(logKinds),
  message: longText,
  /** Facts for whoever looks closer; never a secret. */
  details: recordOf(longText),
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
