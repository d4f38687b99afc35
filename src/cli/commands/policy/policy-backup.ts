import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { type Restored, testBackupFile } from '#app/policies/backups.ts'
import { savedBackup } from '#app/policies/paper.ts'
import {
  addPassphraseOption,
  addRestoreCommand,
  addTestCommand,
  type BackupFileOptions,
  writeBackup,
  writtenText,
} from './backup-files.ts'
import { writeText } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import { policyJson, policyText } from './policy-shown.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type PolicyBackupOptions = BackupFileOptions & {
  readonly out?: string
  readonly paper?: string
}

export const addBackup = (policy: Command): void =>
  command<PolicyBackupOptions>(
    policy,
    'backup <id>',
    'back up a policy and its keys to a file with its own passphrase, or to a page to print',
    'policy backup 7eae28af… --out herbarium.age --paper herbarium.html',
    (backup) =>
      addPassphraseOption(
        backup
          .addOption(new OutputOption('--out <file>', 'write the backup to this file'))
          .addOption(
            new OutputOption(
              '--paper <file>',
              'write the backup as a page to print (HTML with QR codes)',
            ),
          ),
      ),
    async (session, options, id = '') => {
      const { out, paper } = options
      const paths = [out, paper].filter((target) => target !== undefined)
      if (new Set(paths.map((target) => resolve(target))).size < paths.length)
        throw new ColdpressError('usage', '--out and --paper: give two files, or one of the two.')
      if (paths.length === 0)
        throw new ColdpressError(
          'usage',
          'Say where the backup goes: --out FILE, --paper FILE.html.',
        )
      const targets = [
        ...(paper === undefined ? [] : [targetOf(paper, 'paper')]),
        ...(out === undefined ? [] : [targetOf(out, 'file')]),
      ]
      const saved = await writeBackup(session, options, targets, {
        show: ({ policies }) => policies.show(id),
        backUp: ({ policies }, passphrase, write) => policies.backUp(id, passphrase, write),
      })
      return {
        json: { ...policyJson(saved), files: paths },
        text: writtenText(saved.policyId, paths, 'policy drill'),
      }
    },
  )

const targetOf = (path: string, as: 'file' | 'paper') => ({
  path,
  bytesOf: (backup: Parameters<typeof savedBackup>[0]) => savedBackup(backup, as),
})

export const addRestore = (policy: Command): void =>
  addRestoreCommand(
    policy,
    {
      description: 'restore a policy and its keys from a backup',
      example: 'policy restore herbarium.age',
    },
    ({ policies }, file, passphrase) => policies.restore(file, passphrase),
    (restored) => {
      const { backup, policy, wasKnown } = restored
      const fresh = backup.keyHashes.filter((keyHash) => !backup.alreadyHere.includes(keyHash))
      return {
        json: {
          ...policyJson(policy),
          restored: fresh,
          already_here: backup.alreadyHere,
          was_known: wasKnown,
        },
        text: [
          `${countText(fresh.length, 'key')} restored, ${backup.alreadyHere.length} already in the vault${elsewhereText(backup)}.`,
          wasKnown ? 'The policy was in the list already.' : 'The policy is in the list now.',
          ...networkKeptText(restored),
          policyText(policy),
        ],
      }
    },
  )

const networkKeptText = ({ policy, backup }: Restored): readonly string[] =>
  policy.network === backup.network
    ? []
    : [
        `The backup is for ${backup.network}, but this computer has the policy as one for ${policy.network} and keeps it, so it shows lock dates of that network. To change that, import its script again with --network.`,
      ]

const elsewhereText = ({ elsewhere }: Pick<Restored['backup'], 'elsewhere'>): string =>
  elsewhere.length === 0
    ? ''
    : `; ${elsewhere.length} more that the script names ${elsewhere.length === 1 ? 'is' : 'are'} elsewhere`

export const addTest = (policy: Command): void =>
  addTestCommand(
    policy,
    {
      description: 'test that a backup can sign; needs no vault and changes nothing',
      example: 'policy drill herbarium.age',
    },
    {
      test: testBackupFile,
      note: ({ policies }, { backup }) => policies.recordBackupTest(backup),
      json: ({ backup, canMint }) => ({
        policy_id: backup.policyId,
        name: backup.name,
        network: backup.network,
        created: backup.created,
        key_hashes: backup.keyHashes,
        keys_elsewhere: backup.elsewhere,
        can_mint: canMint,
        fingerprint: backup.fingerprint,
      }),
      lines: ({ backup, canMint }) => [
        `The backup works: ${countText(backup.keyHashes.length, 'key')} of the policy ${backup.policyId} signed a test message${elsewhereText(backup)}.`,
        canMint
          ? 'This backup is enough to mint.'
          : 'This backup is not enough to mint: the script needs more signatures, or its time to mint is over.',
      ],
      what: 'the policy',
    },
  )

export const addRemoveKey = (policy: Command): void =>
  command<{ readonly typed?: string; readonly insist?: boolean }>(
    policy,
    'remove-key <id>',
    "remove a policy's keys from the vault; needs a tested backup",
    'policy remove-key 7eae28af…',
    (remove) =>
      remove
        .option('--typed <name>', "the policy's name or id, to confirm (default: ask for it)")
        .option(
          '--insist',
          'remove the keys although no tested backup exists; they may be lost for good',
        ),
    async (session, { typed, insist = false }, id = '') => {
      const { policies } = await session.app()
      const { name, policyId } = await policies.show(id)
      const answer =
        typed ??
        (await session.terminal.promptLine(
          `Type ${name === null ? 'the policy ID' : `${name}, or the policy ID,`} to remove the keys of ${policyId}: `,
          '--typed NAME',
        ))
      const left = await session.withVault((app) =>
        app.policies.removeKeys(id, { typed: answer, insist }),
      )
      return {
        json: policyJson(left),
        text: ['The keys are no longer in the vault.', policyText(left)],
      }
    },
  )

export const addCalendar = (policy: Command): void =>
  command<{ readonly out: string }>(
    policy,
    'calendar',
    'write the dates when policies lock to a calendar file, with reminders a week and a day before',
    'policy calendar --out locks.ics',
    (calendar) =>
      calendar.addOption(
        new OutputOption(
          '--out <file>',
          'write the calendar (.ics) to this file',
        ).makeOptionMandatory(),
      ),
    async (session, { out }) => {
      const text = (await session.app()).policies.calendar()
      const count = text.split('BEGIN:VEVENT').length - 1
      await writeText(out, text)
      return {
        json: { file: out, locks: count },
        text: `${countText(count, 'lock')} to come: ${out}. Import it into a calendar; importing again replaces what was there.`,
      }
    },
  )
