import type { Command } from 'commander'
import { ColdpressError } from '#shared/errors.ts'
import { bytesText, durationText } from '#shared/format.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { exportHome } from '#core/home/export-home.ts'
import { schemasOfHome } from '#core/home/home-schemas.ts'
import { importHome } from '#core/home/import-home.ts'
import type { MoveProgress } from '#core/home/move-progress.ts'
import { movedFrom, unmarkMoved } from '#core/disk/moved.ts'
import { placeImport } from '#core/home/place-import.ts'
import { useAndWipe } from '#core/secret/secret.ts'
import { openVault } from '#core/vault/open-vault.ts'
import packageJson from '#package' with { type: 'json' }
import { studioSchemas } from '#studio/schemas.ts'
import { vaultNamesIn } from '#studio/vault-names.ts'
import { requireLastingFile, requireWritable } from '#cli/files.ts'
import { type Answer, command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { confirmByTyping } from '#cli/terminal/confirm-by-typing.ts'
import { type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#shared/shell-word.ts'

type ExportOptions = YesOption & { readonly images: boolean }
type ImportOptions = YesOption & { readonly replace?: boolean }

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
    exportCommand,
  )
  command<ImportOptions>(
    home,
    'import <file>',
    'use an exported data folder on this computer',
    'home import studio.coldpress',
    (built) =>
      built
        .option('--replace', 'also where there is a vault; the present data folder is kept aside')
        .addOption(yesOption('replace the data folder')),
    importCommand,
  )
  command<YesOption>(
    home,
    'reactivate',
    'use a data folder here again that was exported and is used nowhere else',
    'home reactivate',
    (built) => built.addOption(yesOption('use it again')),
    reactivateCommand,
  )
}

const exportCommand = async (
  session: Session,
  options: ExportOptions,
  file = '',
): Promise<Answer> => {
  await requireWritable(file)
  session.opensMoved = true
  const core = await session.core()
  await confirmByTyping(session, options, {
    what: 'An export',
    lines: [
      `The data folder ${core.home} moves to another computer: after the export it mints, imports and serves nothing here.`,
    ],
    word: 'move',
  })
  const exported = await useAndWipe(await session.vaultPassphrase(), (passphrase) =>
    exportHome(
      {
        home: core.home,
        coldpress: packageJson.version,
        vault: core.vault,
        names: () => core.vaultNames(vaultNamesIn(core.home)),
        endServices: () => core.endStudios(),
        runningImports: () => core.imports.list().filter(({ state }) => state === 'running').length,
      },
      {
        file,
        passphrase,
        withImages: options.images,
        signal: session.signal,
        onProgress: drawMove(session, 'exported'),
      },
    ),
  )
  endDrawing(session)
  return {
    json: {
      file: exported.file,
      files: exported.files,
      bytes: exported.bytes,
      images: exported.hasImages,
    },
    text: [
      `The data folder is in ${exported.file} (${bytesText(exported.bytes)}), encrypted under the passphrase of the vault.`,
      `On the other computer: ${hint(`home import ${shellWord(exported.file)}`, { home: undefined })}`,
      `This one is kept as it is, and not used any more. To use it here again: ${hint('home reactivate')}`,
    ].join('\n'),
  }
}

const importCommand = async (
  session: Session,
  options: ImportOptions,
  path = '',
): Promise<Answer> => {
  const file = await requireLastingFile(path).catch((error: unknown) => {
    if (error instanceof ColdpressError) throw error
    throw new ColdpressError('usage', `The file ${path} cannot be read.`, { cause: error })
  })
  const { home } = session
  // One that was interrupted while it was put in place.
  await placeImport(home.path)
  const hasVault = async (): Promise<boolean> => {
    const vault = await openVault({ home: home.path, isDefaultHome: home.isDefault })
    vault.close()
    return vault.status().state !== 'new'
  }
  if (options.replace === true)
    await confirmByTyping(session, options, {
      what: 'Replacing a data folder',
      lines: [`The import takes the place of ${home.path}. What is there now is kept beside it.`],
      word: 'replace',
    })
  const imported = await useAndWipe(await session.vaultPassphrase(), (passphrase) =>
    importHome(
      {
        home,
        hasVault,
        openVault: (folder) =>
          openVault({ home: folder, isDefaultHome: false, backend: 'sealed-files' }),
        schemasOf: schemasOfHome({ studio: studioSchemas, chain: [chainSchema] }),
      },
      {
        file,
        passphrase,
        replace: options.replace === true,
        signal: session.signal,
        onProgress: drawMove(session, 'imported'),
      },
    ),
  )
  endDrawing(session)
  const aside = await placeImport(home.path)
  return {
    json: {
      home: home.path,
      files: imported.files,
      items: imported.items,
      images: imported.hasImages,
      aside: aside ?? null,
      keychain: imported.keychainNote === undefined,
    },
    text: [
      `The data folder of ${imported.home} is now in ${home.path}. The passphrase of its vault is the same.`,
      ...(imported.keychainNote === undefined
        ? []
        : [`Secrets are in sealed files, not in the keychain. ${imported.keychainNote}`]),
      ...(aside === undefined ? [] : [`What was there before is in ${aside}.`]),
      ...(imported.hasImages ? [] : ['Images were left out of the file.']),
      `Check it: ${hint('doctor')}`,
    ].join('\n'),
  }
}

const reactivateCommand = async (session: Session, options: YesOption): Promise<Answer> => {
  const home = session.home.path
  const moved = movedFrom(home)
  if (moved === undefined)
    throw new ColdpressError('conflict', `The data folder ${home} is in use here.`)
  await confirmByTyping(session, options, {
    what: 'Using a data folder again that was moved',
    lines: [
      'If the exported file is used on another computer, both give the same payment addresses to different buyers, and payments are lost between them.',
    ],
    word: 'use here',
  })
  unmarkMoved(home)
  return {
    json: { home, reactivated: true },
    text: `The data folder ${home} is used here again. Delete the exported file.`,
  }
}

const drawMove =
  ({ terminal }: Session, done: string) =>
  ({ bytes, totalBytes, secondsLeft }: MoveProgress): void => {
    const left = secondsLeft === null ? '' : ` · ${durationText(secondsLeft)} left`
    if (terminal.canDraw)
      terminal.draw(`${done} ${bytesText(bytes)} of ${bytesText(totalBytes)}${left}`)
  }

const endDrawing = ({ terminal }: Session): void => {
  if (terminal.canDraw) terminal.draw('')
}
