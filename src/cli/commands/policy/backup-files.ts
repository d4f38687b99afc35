import type { Command } from 'commander'
import { messageOf } from '#values/errors/errors.ts'
import { minPassphraseChars, passphraseStrength } from '#values/passphrases/passphrase-strength.ts'
import { isHomeUsed } from '#app/home/app-database.ts'
import type { App } from '#app/create-app.ts'
import { createFile } from '#platform/disk/durable-file.ts'
import { requireBackup } from '#app/policies/backups.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { readInput, writeOutput } from '#cli/files.ts'
import { readPassphraseFile } from '#cli/private-file.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'

/** What the commands of every kind of backup have in common. */

type PassphraseOption = { readonly backupPassphraseFile?: string }

export const addPassphraseOption = (command: Command): Command =>
  command.option(
    '--backup-passphrase-file <file>',
    "file with the backup's own passphrase (default: ask for it)",
  )

const passphraseOption = '--backup-passphrase-file FILE'

const readBackupPassphrase = (file: string): Promise<Secret> =>
  readPassphraseFile(file, 'backup passphrase file')

/** Opens the backup in a file with its own passphrase, which is wiped afterwards; warns if it is weak. */
const openBackupFile = async <T>(
  session: Session,
  options: PassphraseOption,
  path: string,
  open: (file: Uint8Array, passphrase: Secret) => Promise<T>,
): Promise<T> => {
  const file = await readInput(path, 'backup')
  requireBackup(file)
  const openWith = async (passphrase: Secret): Promise<T> => {
    const opened = await open(file, passphrase)
    const { error } = await passphraseStrength(passphrase.text())
    if (error !== undefined)
      session.terminal.warn(
        `The passphrase of this backup is weaker than Coldpress now requires. ${error} Make another backup with a better passphrase, and delete this one.`,
      )
    return opened
  }
  const { backupPassphraseFile } = options
  return backupPassphraseFile === undefined
    ? session.usePromptedSecret('Passphrase of the backup: ', openWith, passphraseOption)
    : useAndWipe(await readBackupPassphrase(backupPassphraseFile), openWith)
}

const newBackupPassphrase = (session: Session, options: PassphraseOption): Promise<Secret> => {
  if (options.backupPassphraseFile !== undefined)
    return readBackupPassphrase(options.backupPassphraseFile)
  session.terminal.warn(
    "A backup has a passphrase of its own, not the vault's. Without it the backup cannot be opened, by anybody.",
  )
  return session.promptNewSecret(
    `New passphrase of the backup (at least ${minPassphraseChars} characters): `,
    passphraseOption,
  )
}

/** With `replace` in place of what is there, which then counts as a backup no longer. */
const saveBackup = (
  { policies }: Pick<App, 'policies'>,
  path: string,
  bytes: Uint8Array,
  replace: boolean,
): Promise<void> =>
  writeOutput(path, (absolute) =>
    replace ? policies.replaceBackup(absolute, bytes) : createFile(absolute, bytes),
  )

/** @param what the backup is of, as `the wallet` */
const testRecordedText = (noted: unknown, what: string): string =>
  noted === null
    ? `Not recorded: ${what} is not on this computer.`
    : 'Recorded: this backup has passed its test.'

/** A test is as good on a machine that has no data folder, or whose vault is out of reach. */
const recordBackupTest = async <T>(
  session: Session,
  note: (app: App) => Promise<T | null>,
): Promise<T | null> => {
  try {
    if (!isHomeUsed(session.home.path)) return null
    return await note(await session.app())
  } catch (error) {
    session.terminal.warn(`The test was passed but could not be noted: ${messageOf(error)}`)
    return null
  }
}

/** Options of a command that writes a backup. */
export type BackupFileOptions = PassphraseOption & { readonly replace?: boolean }

/** A file that a backup is written to, and its content. */
type Target<Backup> = { readonly path: string; readonly bytesOf: (backup: Backup) => Uint8Array }

/** Backs up what a command names. */
export const writeBackup = async <Backup, View>(
  session: Session,
  { replace = false, ...options }: BackupFileOptions,
  targets: readonly Target<Backup>[],
  of: {
    /** Throws for one that does not exist. */
    readonly show: (app: App) => Promise<unknown>
    readonly backUp: (
      app: App,
      passphrase: Secret,
      write: (backup: Backup) => Promise<void>,
    ) => Promise<View>
  },
): Promise<View> => {
  await of.show(await session.app())
  // first, for it is about what exists
  if (session.hasPassphrase) await session.openVault()
  return useAndWipe(await newBackupPassphrase(session, options), (passphrase) =>
    session.withVault((app) =>
      of.backUp(app, passphrase, async (backup) => {
        for (const { path, bytesOf } of targets)
          await saveBackup(app, path, bytesOf(backup), replace)
      }),
    ),
  )
}

/** @param what as it is named in a sentence, such as `the wallet 3f1c` */
export const writtenText = (
  what: string,
  files: readonly string[],
  drill: 'policy drill' | 'key wallet drill',
): string =>
  `The backup of ${what} is in ${files.join(' and ')}. It hasn't been tested yet. Test it: ${hint(`${drill} ${shellWord(files[0] ?? '')}`)}`

type Words = { readonly description: string; readonly example: string }

/** Adds a command that tests a backup in a file. */
export const addTestCommand = <Backup>(
  parent: Command,
  { description, example }: Words,
  of: {
    readonly test: (file: Uint8Array, passphrase: Secret) => Promise<Backup>
    readonly note: (app: App, backup: Backup) => Promise<unknown>
    readonly json: (backup: Backup) => object
    readonly lines: (backup: Backup) => readonly string[]
    /** As in `the wallet`. */
    readonly what: string
  },
): void =>
  command<PassphraseOption>(
    parent,
    'drill <file>',
    description,
    example,
    addPassphraseOption,
    async (session, options, path = '') => {
      const backup = await openBackupFile(session, options, path, of.test)
      const noted = await recordBackupTest(session, (app) => of.note(app, backup))
      return {
        json: { ...of.json(backup), noted: noted !== null },
        text: [...of.lines(backup), testRecordedText(noted, of.what)].join('\n'),
      }
    },
  )

/** Adds a command that restores a backup from a file. */
export const addRestoreCommand = <Restored>(
  parent: Command,
  { description, example }: Words,
  restore: (app: App, file: Uint8Array, passphrase: Secret) => Promise<Restored>,
  answer: (restored: Restored) => CommandAnswer,
): void =>
  command<PassphraseOption>(
    parent,
    'restore <file>',
    description,
    example,
    addPassphraseOption,
    async (session, options, path = '') =>
      answer(
        await openBackupFile(session, options, path, (file, passphrase) =>
          session.withVault((app) => restore(app, file, passphrase)),
        ),
      ),
  )
