import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { scriptJson } from './script.ts'
import { chainNetwork } from '../network.ts'
import { backupState } from '../backups/backup.ts'

/** Null for a policy that never locks. */
const lockView = z
  .object({
    slot: z.union([z.number(), shortText]),
    /** ISO 8601 UTC; null when the slot lies beyond any date. */
    time: shortText.nullable(),
    locked: z.boolean(),
  })
  .nullable()

/** A policy as the interface shows it: public data only. */
export const policyViewSchema = z.object({
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
  lock: lockView,
  backup: backupState,
  createdAt: shortText,
  /** Made for a practice collection, and used for nothing else: no backup is needed. */
  isPractice: z.boolean(),
})
export type PolicyView = z.output<typeof policyViewSchema>

/** A policy that was read but not imported; see `FoundPolicyView`. */
export const inspectedPolicy = z.object({
  policyId: shortText,
  script: scriptJson,
  name: longText.nullable(),
  network: chainNetwork,
  /** What says that it is of this network. */
  networkBy: z.enum(['files', 'choice', 'list', 'assumption']),
  lock: lockView,
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
