import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { type ExportFormat, isFolderFormat } from '#contract/imports/export-formats.ts'
import { fetchWithTokens } from '#app/accounts/fetch-with-tokens.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { withTimeLeft } from '#app/jobs/time-left.ts'
import { type PreparedExport, prepareExport } from '#app/imports/formats/prepare-export.ts'
import { writeExport } from '#app/imports/formats/write-export.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'

type ExportCalls = 'tokens.exportSummary' | 'tokens.export' | 'tokens.stopExport'

/** Writes the tokens of a collection for other programs; one export at a time. */
export const tokenExportHandlers = ({
  app,
  dialogs,
  emit,
  log,
}: ServiceContext & Pick<ServicesDeps, 'dialogs' | 'emit'>): Pick<
  WindowHandlersOf<'tokens'>,
  ExportCalls
> => {
  const job = createJob({
    stopped: 'The export was stopped. Nothing of it was kept.',
    run: (
      {
        path,
        exported,
        files,
      }: Pick<PreparedExport, 'exported' | 'files'> & { readonly path: string },
      { signal, onProgress }: JobControl<CountedProgress>,
    ) =>
      writeExport(path, exported, files, {
        store: app.content,
        signal,
        onFile: withTimeLeft(onProgress),
      }),
    onProgress: (made) => emit('tokens.exported', made),
  })

  const prepare = async (
    asked: CallInput<'tokens.export'>,
  ): Promise<PreparedExport & { readonly tokens: number; readonly name: string }> => {
    const { found, tokens } = await fetchWithTokens(app.accounts, asked)
    const prepared = prepareExport(asked, found, tokens, app.content)
    return { ...prepared, tokens: tokens.length, name: found.name }
  }

  return {
    'tokens.exportSummary': async (asked) => {
      const { tokens, files, bytes, notHeld, formulas = null } = await prepare(asked)
      const { elsewhere } = files
      return {
        tokens,
        files: files.files.length,
        bytes,
        elsewhere,
        notHeld: [...notHeld],
        formulas,
      }
    },
    'tokens.export': async (asked) => {
      const { exported, files, name } = await prepare(asked)
      const isFolder = isFolderFormat(asked.format) || files.files.length > 0
      const path = isFolder
        ? await folderFor(dialogs, `${fileName(name)}-${asked.format}`)
        : await dialogs.saveFile(`${fileName(name)}.${endings[asked.format]}`)
      if (path === null) return null
      await job.run({ path, exported, files })
      log({
        level: 'info',
        kind: 'collection',
        message: `The tokens of ${name} were exported to ${path}.`,
        details: { accountId: asked.accountId, collectionId: asked.collectionId },
      })
      return path
    },
    'tokens.stopExport': () => {
      void job.stop()
      return null
    },
  }
}

const endings: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  opensea: 'csv',
  cip25: 'json',
  nmkr: 'metadata',
}

/** A new folder in the one that the user picks. */
const folderFor = async (
  dialogs: Pick<ServicesDeps['dialogs'], 'pickFolder'>,
  name: string,
): Promise<string | null> => {
  const parent = await dialogs.pickFolder()
  if (parent === null) return null
  for (let number = 1; ; number += 1) {
    const path = join(parent, number === 1 ? name : `${name}-${number}`)
    if (!existsSync(path)) return path
  }
}

/** Letters that every file system takes. */
const fileName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60) || 'tokens'
