import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ColdpressError } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { replaceFile } from '#core/disk/durable-file.ts'
import {
  type ExportedTokens,
  type ExportFormat,
  exportFormats,
  exportTokens,
  isFolderFormat,
  unheldFacts,
} from '#core/imports/formats/export-tokens.ts'
import { existingToken } from '#core/imports/plan/existing.ts'
import { requireWritable, writeOutput } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import { collectionWithTokens } from './collection-with-tokens.ts'

type ExportOptions = {
  readonly collection: string
  readonly format: ExportFormat
  readonly out: string
}

export const addExport = (collection: Command): void =>
  command<ExportOptions>(
    collection,
    'export',
    'write the tokens of a collection to files that an import reads back',
    'collection export --collection 01k… --format csv --out tokens.csv',
    (exported) =>
      exported
        .requiredOption('--collection <id>', 'the collection')
        .addOption(
          new Option(
            '--format <format>',
            'a table, the metadata that goes on chain, or what NMKR Studio or OpenSea take',
          )
            .choices(exportFormats)
            .default('csv'),
        )
        .requiredOption('--out <file>', 'the file to write; of nmkr, the new folder'),
    async (session, { collection: id, format, out }) => {
      if (isFolderFormat(format) && existsSync(out)) throw folderExists(out)
      await requireWritable(out)
      const { found, tokens } = await collectionWithTokens(session, id)
      const existing = tokens.map(existingToken)
      const unheld = unheldFacts(format, found, existing)
      session.terminal.warn(...unheld)
      await writeExport(out, exportTokens(format, found, existing))
      return {
        json: { collection_id: id, format, file: out, tokens: tokens.length, not_held: unheld },
        text: `${countText(tokens.length, 'token')} of ${found.name} written to ${out}.`,
      }
    },
  )

/** A folder appears with all of its files, or not at all. */
const writeExport = async (out: string, exported: ExportedTokens): Promise<void> => {
  if (exported instanceof Uint8Array) {
    await replaceFile(out, exported)
    return
  }
  await writeOutput(out, async (absolute) => {
    const unfinished = await mkdtemp(`${absolute}.`)
    try {
      for (const [name, bytes] of exported) await writeFile(join(unfinished, name), bytes)
      await chmod(unfinished, 0o755)
      await rename(unfinished, absolute)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
  })
}

const folderExists = (out: string): ColdpressError =>
  new ColdpressError(
    'usage',
    `--out: ${out} exists already. The format is a folder of files: name one that is not there.`,
  )
