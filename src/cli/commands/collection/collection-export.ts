import { Option, type Command } from 'commander'
import { countText } from '#shared/format.ts'
import { replaceFile } from '#core/disk/durable-file.ts'
import {
  type ExportFormat,
  exportFormats,
  exportTokens,
} from '#core/imports/formats/export-tokens.ts'
import { existingToken } from '#core/imports/plan/existing.ts'
import { requireWritable } from '#cli/files.ts'
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
    'write the tokens of a collection to a file that an import reads back',
    'collection export --collection 01k… --format csv --out tokens.csv',
    (exported) =>
      exported
        .requiredOption('--collection <id>', 'the collection')
        .addOption(
          new Option('--format <format>', 'a table, or the metadata that goes on chain')
            .choices(exportFormats)
            .default('csv'),
        )
        .requiredOption('--out <file>', 'the file to write'),
    async (session, { collection: id, format, out }) => {
      await requireWritable(out)
      const { found, tokens } = await collectionWithTokens(session, id)
      await replaceFile(out, exportTokens(format, found, tokens.map(existingToken)))
      return {
        json: { collection_id: id, format, file: out, tokens: tokens.length },
        text: `${countText(tokens.length, 'token')} of ${found.name} written to ${out}.`,
      }
    },
  )
