import { ColdpressError } from '#values/errors/errors.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { schemasOfHome } from '#app/home/home-schemas.ts'
import { besidesOf } from '#app/home/import-home.ts'
import { importWhenConfirmed } from '#app/home/move-home.ts'
import { placeImport } from '#app/home/place-import.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { skipAddresses } from '#studio/home/skip-addresses.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { requireLastingFile } from '#cli/files.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { drawMove, endDrawing } from './draw-move.ts'

export type ImportHomeOptions = YesOption & { readonly replace?: boolean }

export const importCommand = async (
  session: Session,
  options: ImportHomeOptions,
  path = '',
): Promise<CommandAnswer> => {
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
  const imported = await importWhenConfirmed(
    {
      asks: {
        ...asksInTerminal(session, options, { subject: 'Replacing a data folder' }),
        shows: () => options.replace === true,
      },
      home,
      hasVault,
      openVault: (folder) =>
        openVault({ home: folder, isDefaultHome: false, backend: 'sealed-files' }),
      schemasOf: schemasOfHome({ studio: studioSchemas, chain: [chainSchema] }),
      skipAddresses,
    },
    {
      file,
      passphrase: () => session.vaultPassphrase(),
      replace: options.replace === true,
      signal: session.signal,
      onProgress: drawMove(session, 'imported'),
    },
  )
  endDrawing(session)
  const aside = await placeImport(home.path)
  return {
    json: {
      home: home.path,
      files: imported.files,
      items: imported.items,
      images: imported.hasImages,
      backup_of: imported.isBackup ? imported.created : null,
      aside: aside ?? null,
      other_files: imported.otherFiles.length,
      left_out: imported.leftOut.length,
      keychain: imported.keychainNote === undefined,
    },
    text: [
      `The data folder of ${imported.home} is now in ${home.path}. The passphrase of its vault is the same.`,
      ...(imported.isBackup
        ? [
            `It is as it was at ${imported.created}, when the backup began. What happened on the other computer later is not in it. Never start that one again: both would sell.`,
            `What buyers paid since is looked for while a studio runs, and reported by ${hint('doctor')} and in the log.`,
          ]
        : [
            'Its studios leave out the next addresses of their wallets, in case the file is used elsewhere too.',
          ]),
      ...(imported.keychainNote === undefined
        ? []
        : [`Secrets are in sealed files, not in the keychain. ${imported.keychainNote}`]),
      ...besidesOf(imported),
      ...(aside === undefined ? [] : [`What was there before is in ${aside}.`]),
      ...(imported.hasImages ? [] : ['Images were left out of the file.']),
      `Check it: ${hint('doctor')}`,
    ].join('\n'),
  }
}
