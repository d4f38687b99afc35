import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { chainNetwork } from '../network.ts'

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

/** The contents of a backup except its keys. */
export const backupView = z.object({
  policyId: shortText,
  name: longText.nullable(),
  network: chainNetwork,
  /** ISO 8601 UTC. */
  created: shortText,
  /** Hashes of the keys in the backup, and of further keys that the script names. */
  keyHashes: listOf(shortText).readonly(),
  elsewhere: listOf(shortText).readonly(),
  fingerprint: shortText,
})
export type BackupInside = z.output<typeof backupView>
