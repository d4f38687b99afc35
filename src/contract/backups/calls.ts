import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { networks } from '#values/networks/networks.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { backupView } from './backup.ts'
import { policyViewSchema } from '../policies/policy-view.ts'
import { policyId, policySource } from '../policies/calls.ts'
import { requiredSecret } from '../window/secret-text.ts'

/** A backup as a file, as its printed page, or as the text of its QR codes. */
const backupSource = policySource

const walletBackupTest = z.object({
  walletId: shortText,
  created: shortText,
  /** Whether this computer knows the wallet, so that its test was recorded. */
  isKnown: z.boolean(),
})
export type WalletBackupTest = z.output<typeof walletBackupTest>

export const backupCalls = {
  /**
   * Writes the policy's keys on this computer to an age file or a printable page, encrypted with a
   * passphrase of their own. The user picks the path. Asks the vault with its passphrase, even when
   * it is unlocked. Null when the user cancels.
   */
  'backups.save': {
    changes: [{ area: 'policies' }],
    secret: true,
    input: policyId.extend({
      passphrase: requiredSecret,
      backupPassphrase: requiredSecret,
      as: z.enum(['file', 'paper']),
    }),
    output: z.object({ path: shortText, policy: policyViewSchema }).nullable(),
  },
  /**
   * Proves that a backup can sign, without touching the vault. `policy` is null for a policy that
   * is not in the list.
   */
  'backups.test': {
    changes: [{ area: 'policies' }],
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: requiredSecret }),
    output: z.object({
      backup: backupView,
      canMint: z.boolean(),
      policy: policyViewSchema.nullable(),
    }),
  },
  /** As `backups.save`, for the wallet of a studio, as an age file. */
  'backups.saveWallet': {
    changes: [{ area: 'wallets' }],
    secret: true,
    input: z.object({
      walletId: shortText,
      passphrase: requiredSecret,
      backupPassphrase: requiredSecret,
    }),
    output: z.object({ path: shortText }).nullable(),
  },
  /** As `backups.test`, for the backup of a wallet. */
  'backups.testWallet': {
    changes: [{ area: 'wallets' }],
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: requiredSecret }),
    output: walletBackupTest,
  },
  /** Imports a backup's keys into the vault and adds its policy or its wallet to the list. */
  'backups.restore': {
    changes: [{ area: 'policies' }, { area: 'wallets' }, { area: 'signing' }],
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: requiredSecret }),
    output: z.discriminatedUnion('of', [
      z.object({
        of: z.literal('policy'),
        backup: backupView,
        /** The keys of the backup that the vault already had. */
        alreadyHere: listOf(shortText).readonly(),
        wasKnown: z.boolean(),
        policy: policyViewSchema,
      }),
      z.object({
        of: z.literal('wallet'),
        walletId: shortText,
        network: z.enum(networks),
        firstAddress: shortText,
        wasHere: z.boolean(),
      }),
    ]),
  },
  /**
   * Removes the policy's keys from the vault. `typed`: its name or id. Without `insist` it can fail
   * with the rule `not_tested` or `shared_key`.
   */
  'backups.removeKeys': {
    changes: [{ area: 'policies' }, { area: 'signing' }],
    input: policyId.extend({ typed: longText, insist: z.boolean() }),
    output: policyViewSchema,
  },
  /** Saves the coming lock dates as a calendar file. Null when the user cancels. */
  'backups.saveCalendar': { changes: [], input: z.null(), output: longText.nullable() },
} as const satisfies WindowCalls
