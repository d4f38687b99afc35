import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { scriptJson } from './script.ts'
import { chainNetwork } from '../network.ts'
import { type BackupState, backupState } from '../backups/backup.ts'

/** Null for a policy that never locks. */
const lockView = z
  .object({
    slot: z.union([z.number(), shortText]),
    /** ISO 8601 UTC; null when the slot lies beyond any date. */
    time: shortText.nullable(),
    locked: z.boolean(),
  })
  .nullable()

/** A policy as it is shown: public data only. */
export const policyViewSchema = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  origin: z.enum(['generated', 'imported', 'account', 'studio']),
  accountId: shortText.nullable(),
  collectionId: shortText.nullable(),
  script: scriptJson,
  /** Every key in the script. */
  keys: listOf(
    z.object({
      keyHash: shortText,
      /** The vault holds it. */
      here: z.boolean(),
      /** How it derives from a recovery phrase or a hardware wallet, where that is known. */
      path: shortText.nullable(),
    }),
  ).readonly(),
  /** Whether the vault's keys can mint now. */
  canMint: z.boolean(),
  lock: lockView,
  backup: backupState,
  createdAt: shortText,
  /** Made for a practice collection, and used for nothing else: no backup is needed. */
  isPractice: z.boolean(),
})
export type PolicyView = z.output<typeof policyViewSchema>

type KeptKeys = Pick<PolicyView, 'keys' | 'backup' | 'network' | 'isPractice'>

/**
 * Whether a policy's keys on this computer are safe. `practice`: a backup is optional, because nobody
 * loses anything with keys of the devnet. `elsewhere`: none of the keys is here.
 */
export const backupNeedOf = ({
  keys,
  backup,
  network,
  isPractice,
}: KeptKeys): BackupState['state'] | 'practice' | 'elsewhere' => {
  if (!keys.some(({ here }) => here)) return 'elsewhere'
  if (backup.state === 'tested') return 'tested'
  return isPractice || network === 'devnet' ? 'practice' : backup.state
}

/** Whether the user is reminded of a backup and its test. */
export const lacksTestedBackup = (policy: KeptKeys): boolean =>
  ['none', 'made'].includes(backupNeedOf(policy))

/** What a policy can still do, before anything of it is stored. */
export const inspectedPolicy = z.object({
  policyId: shortText,
  script: scriptJson,
  name: longText.nullable(),
  network: chainNetwork,
  /** How the network is known: the files state it, the caller chose it, the policy is listed here, or none of these. */
  networkBy: z.enum(['files', 'choice', 'list', 'assumption']),
  lock: lockView,
  /** The fewest signatures that satisfy the script. */
  signatures: z.int(),
  keys: listOf(
    z.object({
      keyHash: shortText,
      /**
       * Where it is: among the files, in the vault, encrypted among the files, known by its public half
       * alone, or not at all.
       */
      source: z.enum(['files', 'vault', 'encrypted', 'public', 'missing']),
      /** The file that it was found in. */
      file: longText.nullable(),
      path: shortText.nullable(),
    }),
  ).readonly(),
  /**
   * What can be minted and burned under it, now.
   * - `possible`: the keys in the files and the vault suffice.
   * - `others_sign`: signatures of other keys are needed.
   * - `not_yet`: its conditions start to hold later.
   * - `impossible`: no keys and no slot fulfil the script: nobody could ever mint, and nobody will.
   */
  minting: z.enum(['possible', 'others_sign', 'not_yet', 'locked', 'impossible']),
  /** Whether the policy is on this computer already. */
  isListed: z.boolean(),
  /** Names of encrypted keys, which are not opened. */
  encrypted: listOf(longText).readonly(),
  skipped: listOf(z.object({ name: longText, reason: longText })).readonly(),
})
export type InspectedPolicy = z.output<typeof inspectedPolicy>
