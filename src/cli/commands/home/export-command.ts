import { bytesText } from '#values/text/format.ts'
import { exportWhenConfirmed } from '#app/home/move-home.ts'
import packageJson from '#package' with { type: 'json' }
import { vaultNamesIn } from '#studio/home/vault-names.ts'
import { requireWritableFolder } from '#cli/files.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { drawMove, endDrawing } from './draw-move.ts'

export type ExportOptions = YesOption & { readonly images: boolean }

export const exportCommand = async (
  session: Session,
  options: ExportOptions,
  file = '',
): Promise<CommandAnswer> => {
  await requireWritableFolder(file)
  session.opensMoved = true
  const app = await session.app()
  const exported = await exportWhenConfirmed(
    {
      asks: asksInTerminal(session, options, { subject: 'An export' }),
      home: app.home,
      coldpress: packageJson.version,
      vault: app.vault,
      names: () => app.vaultNames(vaultNamesIn(app.home)),
      endServices: () => app.endStudios(),
      runningImports: () => app.imports.list().filter(({ state }) => state === 'running').length,
    },
    {
      file,
      passphrase: () => session.vaultPassphrase(),
      withImages: options.images,
      signal: session.signal,
      onProgress: drawMove(session, 'exported'),
    },
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
