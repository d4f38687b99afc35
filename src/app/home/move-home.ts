import { afterMove } from '#contract/home/moving.ts'
import { countText } from '#values/text/format.ts'
import { utcText } from '#values/text/format.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { Asks, Question } from '../asks.ts'
import type { HomeCopy } from './copy-home.ts'
import { exportHome, type HomeExport, type HomeExportOptions } from './export-home.ts'
import {
  type HomeImport,
  type HomeImportOptions,
  type ImportedHome,
  importHome,
} from './import-home.ts'

/** The vault's passphrase: asked for when it is needed, and wiped afterwards. */
type AskedPassphrase = { readonly passphrase: () => Promise<Secret> }

/**
 * Writes a data folder into a file and stops its use here, once that is confirmed.
 * @throws ColdpressError as `Asks.confirm` and `exportHome`
 */
export const exportWhenConfirmed = async (
  { asks, ...from }: HomeExport & { readonly asks: Asks },
  { passphrase, ...options }: Omit<HomeExportOptions, 'passphrase'> & AskedPassphrase,
): Promise<HomeCopy> => {
  await asks.confirm(exportQuestion(from.home, options))
  return useAndWipe(await passphrase(), (secret) =>
    exportHome(from, { ...options, passphrase: secret }),
  )
}

export const exportQuestion = (
  home: string,
  { file, withImages }: Pick<HomeExportOptions, 'file' | 'withImages'>,
): Question => ({
  kind: 'export_home',
  question: 'Move this data folder to another computer?',
  lines: [
    `Everything in ${home} is written into ${file}, encrypted under the passphrase of the vault.`,
    withImages ? 'Images are included.' : 'Images are left out.',
    afterMove.ends,
    afterMove.undo,
  ],
  yes: 'Export and stop using it here',
})

/**
 * Readies an exported data folder to be used here, once what is in it is confirmed.
 * @throws ColdpressError as `Asks.confirm` and `importHome`
 */
export const importWhenConfirmed = async (
  { asks, ...to }: HomeImport & { readonly asks: Asks },
  { passphrase, ...options }: Omit<HomeImportOptions, 'passphrase' | 'onChecked'> & AskedPassphrase,
): Promise<ImportedHome> => {
  const isAsked = asks.shows('import_home')
  if (isAsked) asks.canConfirm('import_home')
  return useAndWipe(await passphrase(), (secret) =>
    importHome(to, {
      ...options,
      passphrase: secret,
      onChecked: async (found, hadVault) => {
        if (isAsked) await asks.confirm(importQuestion(to.home.path, found, hadVault))
      },
    }),
  )
}

export const importQuestion = (home: string, found: ImportedHome, hadVault: boolean): Question => ({
  kind: 'import_home',
  question: 'Use this exported data folder on this computer?',
  lines: [
    found.isBackup
      ? `It is a backup of ${found.home}, begun at ${utcText(new Date(found.created))}. What happened there later is not in it, and it must not be used there again.`
      : `It was exported on ${found.created.slice(0, 10)} from ${found.home}.`,
    `Its vault has ${countText(found.items, 'item')}: keys, wallets and secrets of services. Each was opened. What its keys receive counts as yours.`,
    ...(hadVault
      ? [
          `It takes the place of ${home}, which has a vault. That is kept beside it, in before-import-….`,
        ]
      : []),
  ],
  yes: 'Use it here',
})

/** Before a data folder that was exported is used here again. */
export const reactivateQuestion: Question = {
  kind: 'reactivate_home',
  question: 'Use a data folder here again that was moved?',
  lines: [
    'If the exported file is used on another computer, both sell the same tokens, and neither knows what the buyers of the other have paid.',
  ],
  yes: 'Use it here again',
}
