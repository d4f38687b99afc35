import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { movedFrom } from '#platform/disk/moved.ts'
import { type CommandAnswer, command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { ExportOptions } from './export-command.ts'
import type { ImportHomeOptions } from './import-command.ts'

/** What moves a data folder is large: it is loaded when it is asked for, and not for the help. */
export const addHomeCommands = (program: Command): void => {
  const home = group(program, 'home', 'the data folder: move it to another computer')
  command<ExportOptions>(
    home,
    'export <file>',
    'write the data folder, with the vault, into one encrypted file, and stop using it here',
    'home export studio.coldpress',
    (built) =>
      built
        .option('--no-images', 'leave out the images; what is pinned elsewhere stays there')
        .addOption(yesOption('export and stop using the data folder')),
    async (...given) => (await import('./export-command.ts')).exportCommand(...given),
  )
  command<ImportHomeOptions>(
    home,
    'import <file>',
    'use an exported data folder on this computer',
    'home import studio.coldpress',
    (built) =>
      built
        .option('--replace', 'also where there is a vault; the present data folder is kept aside')
        .addOption(yesOption('replace the data folder')),
    async (...given) => (await import('./import-command.ts')).importCommand(...given),
  )
  command<YesOption>(
    home,
    'reactivate',
    'use a data folder here again that was exported and is used nowhere else',
    'home reactivate',
    (built) => built.addOption(yesOption('use it again')),
    reactivateCommand,
  )
  command<YesOption>(
    home,
    'set-aside <database>',
    'go on without a database that is lost or of another data folder; what is left of it is kept beside',
    'home set-aside studio/devnet.db',
    (built) => built.addOption(yesOption('go on without it')),
    async (...given) => (await import('./set-aside-command.ts')).setAsideCommand(...given),
  )
}

const reactivateCommand = async (session: Session, options: YesOption): Promise<CommandAnswer> => {
  const home = session.home.path
  const moved = movedFrom(home)
  if (moved === undefined)
    throw new ColdpressError('conflict', `The data folder ${home} is in use here.`)
  const { reactivateQuestion } = await import('#app/home/move-home.ts')
  const subject = 'Using a data folder again that was moved'
  await asksInTerminal(session, options, { subject }).confirm(reactivateQuestion)
  const { reactivateHome } = await import('#studio/home/reactivate-home.ts')
  reactivateHome(home)
  return {
    json: { home, reactivated: true },
    text: [
      `The data folder ${home} is used here again. Delete the exported file.`,
      `Its studios leave out the next addresses of their wallets, which the other computer may have given to buyers. What is paid there is looked for while a studio runs, and reported by ${hint('doctor')} and in the log.`,
    ].join('\n'),
  }
}
