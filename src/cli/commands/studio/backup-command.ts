import { bytesText } from '#values/text/format.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { backUpHome } from '#app/home/copy-home.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import packageJson from '#package' with { type: 'json' }
import { vaultNamesIn } from '#studio/home/vault-names.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { drawMove, endDrawing } from '../home/draw-move.ts'

export type StudioBackupOptions = {
  readonly out: string
  readonly replace?: boolean
  readonly images?: boolean
}

export const backupCommand = async (
  session: Session,
  options: StudioBackupOptions,
): Promise<CommandAnswer> => {
  const { out } = options
  const app = await session.app()
  const made = await useAndWipe(await session.vaultPassphrase(), (passphrase) =>
    backUpHome(
      {
        home: app.home,
        coldpress: packageJson.version,
        vault: app.vault,
        names: () => app.vaultNames(vaultNamesIn(app.home)),
      },
      {
        file: out,
        replaces: options.replace === true,
        passphrase,
        withImages: options.images === true,
        signal: session.signal,
        onProgress: drawMove(session, 'backed up'),
      },
    ),
  )
  endDrawing(session)
  return {
    json: { file: made.file, files: made.files, bytes: made.bytes, images: made.hasImages },
    text: [
      `The data folder ${app.home} is backed up in ${made.file} (${bytesText(made.bytes)}), encrypted under the passphrase of the vault. It stays in use.`,
      `If this computer fails, on another one: ${hint(`home import ${shellWord(made.file)}`, { home: undefined })}`,
    ].join('\n'),
  }
}
