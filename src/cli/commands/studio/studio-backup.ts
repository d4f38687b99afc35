import type { Command } from 'commander'
import { command } from '#cli/program.ts'
import type { StudioBackupOptions } from './backup-command.ts'

/** What copies a data folder is large: it is loaded when it is asked for, and not for the help. */
export const addStudioBackup = (studio: Command): void =>
  command<StudioBackupOptions>(
    studio,
    'backup',
    'write databases and vault into one encrypted file, while the studio serves',
    'studio backup --out studio.coldpress',
    (backup) =>
      backup
        .requiredOption('--out <file>', 'the file to write; “home import” restores it')
        .option('--replace', 'replace the file, once the new backup is whole')
        .option('--images', 'include the images; without them they exist where they are pinned'),
    async (session, options) =>
      (await import('./backup-command.ts')).backupCommand(session, options),
  )
