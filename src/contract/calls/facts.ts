import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { errorRecord } from '#values/errors/error-record.ts'
import { providerSettings } from '../providers/providers.ts'
import { networks } from '#values/networks/networks.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { network } from '../wire/collection.ts'
import { scriptJson } from '../wire/script.ts'

/**
 * The networks that Coldpress knows. The minting interface distinguishes only mainnet and testnet.
 */
export const chainNetwork = z.enum(networks)

/**
 * The network of an account as far as it is known, which is its one name in the interface: the
 * Local studio's is the devnet. `testnet`: the service does not say which testnet.
 */
export const serviceNetwork = z.enum([...networks, 'testnet'])

export const account = z.object({
  id: shortText,
  name: longText,
  kind: z.enum(['local', 'hosted']),
  network,
  chain: serviceNetwork,
  baseUrl: shortText,
  appId: shortText,
  createdAt: shortText,
})
export type AccountFacts = z.output<typeof account>

export const vaultStatus = z.object({
  /** `new`: no passphrase has been set. `locked`: keys can be stored, but nothing can sign. */
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
 * Whether the keys on this computer also have a backup. Only a backup that holds all of them
 * counts, and only a tested one is known to work. Times are ISO 8601 UTC; `fingerprint` is the
 * SHA-256 of the age file.
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

/** A policy as the interface shows it: public facts only. */
/** Null for a policy that never locks. */
const lockFacts = z
  .object({
    slot: z.union([z.number(), shortText]),
    /** ISO 8601 UTC; null when the slot lies beyond any date. */
    time: shortText.nullable(),
    locked: z.boolean(),
  })
  .nullable()

export const policyFacts = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  origin: z.enum(['generated', 'imported', 'account', 'studio']),
  accountId: shortText.nullable(),
  collectionId: shortText.nullable(),
  script: scriptJson,
  keys: listOf(
    z.object({
      keyHash: shortText,
      here: z.boolean(),
      /** How it derives from a recovery phrase or a hardware wallet, where that is known. */
      path: shortText.nullable(),
    }),
  ).readonly(),
  canMint: z.boolean(),
  lock: lockFacts,
  backup: backupState,
  createdAt: shortText,
  /** Made for a practice collection, and used for nothing else: no backup is needed. */
  isPractice: z.boolean(),
})
export type PolicyFacts = z.output<typeof policyFacts>

/** The contents of a backup except its keys. */
export const backupFacts = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  /** ISO 8601 UTC. */
  created: shortText,
  /** Hashes of the keys in the backup, and of further keys that the script names. */
  keyHashes: listOf(shortText),
  elsewhere: listOf(shortText),
  fingerprint: shortText,
})
export type BackupInside = z.output<typeof backupFacts>

/** A key derived from a phrase (CIP-1855). */
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
  /** Whether the vault still has it. */
  here: z.boolean(),
  used: listOf(usedIndex),
  nextIndex: z.int(),
})
export type PhraseFacts = z.output<typeof phraseFacts>

/** A policy that was read but not imported; see `FoundFacts`. */
export const inspectedPolicy = z.object({
  policyId: shortText,
  script: scriptJson,
  name: longText.nullable(),
  network: chainNetwork,
  /** What says that it is of this network. */
  networkBy: z.enum(['files', 'choice', 'list', 'assumption']),
  lock: lockFacts,
  /** The fewest signatures that satisfy the script. */
  signatures: z.int(),
  keys: listOf(
    z.object({
      keyHash: shortText,
      source: z.enum(['files', 'vault', 'encrypted', 'public', 'missing']),
      file: longText.nullable(),
      path: shortText.nullable(),
    }),
  ).readonly(),
  minting: z.enum(['possible', 'others_sign', 'not_yet', 'locked', 'impossible']),
  isListed: z.boolean(),
  /** Names of encrypted keys, which are not opened. */
  encrypted: listOf(longText).readonly(),
  skipped: listOf(z.object({ name: longText, reason: longText })).readonly(),
})
export type InspectedPolicy = z.output<typeof inspectedPolicy>

export const pinTarget = z.object({
  name: longText,
  kind: shortText,
  settings: providerSettings,
  /** The first address among the settings. */
  url: shortText.nullable(),
  /** A default that the user did not set up. The service may not exist. */
  isDefault: z.boolean(),
  /** Always present; the user cannot change it. */
  isBuiltIn: z.boolean(),
})
export type PinTargetFacts = z.output<typeof pinTarget>

/** How the last check of a pin target ended. */
export const pinCheckResult = z.object({
  name: longText,
  /** ISO 8601 UTC. */
  at: shortText,
  /** Why it, or its repair, ended early. */
  error: errorRecord.nullable(),
  /** Null when it ended before anything was found. */
  check: z
    .object({
      files: z.int(),
      /** Sound here and pinned at every place. */
      sound: z.int(),
      /** Damaged or gone on this computer. */
      damaged: z.int(),
      places: listOf(
        z.object({
          place: longText,
          /** Read there. */
          sound: z.int(),
          unread: z.int(),
          incomplete: z.int(),
          unpinned: z.int(),
        }),
      ),
    })
    .nullable(),
  /** Null when nothing was to be repaired, or it was not asked for. */
  repaired: z
    .object({
      /** Brought back to this computer. */
      restored: z.int(),
      /** Sent to a place. */
      sent: z.int(),
      failed: z.int(),
      /** The first of those that failed, as sentences. */
      reasons: listOf(longText),
    })
    .nullable(),
})
export type PinCheckResult = z.output<typeof pinCheckResult>

/** Kinds of entries in the app's own log. */
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
  /** Further facts; never a secret. */
  details: recordOf(longText),
})
export type LogEntry = z.output<typeof logEntry>

export const settings = z.object({
  appearance: z.enum(['system', 'light', 'dark']),
  /** Minutes without use until the vault locks. */
  autoLockMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  /** Whether the system notifies the user of failed sales. */
  notifyFailures: z.boolean(),
  /** Whether Coldpress looks for newer versions by itself. `ask`: the user was not asked yet. */
  updateCheck: z.enum(['ask', 'yes', 'no']),
  /** How often Coldpress checks by itself what was pinned, and pins again what was lost. */
  pinCheck: z.enum(['off', 'daily', 'weekly']),
  /** The IPFS gateway that images are fetched through before a mint. It must answer CAR archives. */
  imageGateway: serviceAddress,
  /** Delegated routing endpoint that may be asked who has a file. Null: none is asked. */
  routingEndpoint: serviceAddress.nullable(),
})
export type Settings = z.output<typeof settings>
