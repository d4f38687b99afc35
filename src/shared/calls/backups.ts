import { z } from 'zod'
import { listOf, longText, shortText } from '../bounded.ts'
import { backupFacts, policyFacts } from './facts.ts'
import { policyId, policySource } from './policies.ts'
import { secretText } from './secret-text.ts'

/** What people have of a backup: its file, its page, or the text that its codes say. */
const backupSource = policySource

export const backupCalls = {
  /**
   * Writes the policy's keys that are here, under a passphrase of their own, where the user says:
   * an age file, or a page to print. Asks the vault with its passphrase, whether or not it is
   * unlocked. Null when the user changed their mind.
   */
  'backups.save': {
    secret: true,
    input: policyId.extend({
      passphrase: secretText,
      backupPassphrase: secretText,
      as: z.enum(['file', 'paper']),
    }),
    output: z.object({ path: shortText, policy: policyFacts }).nullable(),
  },
  /** Proves that a backup can sign, without touching the vault; `policy` null: not known here. */
  'backups.test': {
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: secretText }),
    output: z.object({
      backup: backupFacts,
      canMint: z.boolean(),
      policy: policyFacts.nullable(),
    }),
  },
  /** Brings a backup's keys into the vault and its policy into the list. */
  'backups.restore': {
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: secretText }),
    output: z.object({
      backup: backupFacts,
      /** Of the keys inside: those that the vault had before. */
      alreadyHere: listOf(shortText),
      wasKnown: z.boolean(),
      policy: policyFacts,
    }),
  },
  /**
   * Removes the policy's keys from the vault. `typed`: its name or id. Refused with the rule
   * `not_tested` or `shared_key` unless insisted on.
   */
  'backups.removeKeys': {
    input: policyId.extend({ typed: longText, insist: z.boolean() }),
    output: policyFacts,
  },
  /** Saves the locks to come as a calendar file; null when the user changed their mind. */
  'backups.saveCalendar': { input: z.null(), output: longText.nullable() },
} as const
