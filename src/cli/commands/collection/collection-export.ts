import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  type ExportFormat,
  exportFormats,
  isFolderFormat,
  takesFiles,
} from '#contract/imports/export-formats.ts'
import { bytesText, countText } from '#values/text/format.ts'
import { type PreparedExport, prepareExport } from '#app/imports/formats/prepare-export.ts'
import { writeExport } from '#app/imports/formats/write-export.ts'
import { writeOutput } from '#cli/files.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { collectionWithTokens } from './collection-with-tokens.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type ExportOptions = {
  readonly collection: string
  readonly format: ExportFormat
  readonly withFiles?: boolean
  readonly safeCells?: boolean
  readonly out: string
}

export const addCollectionExport = (collection: Command): void =>
  command<ExportOptions>(
    collection,
    'export',
    'write the tokens of a collection to files that an import reads back',
    'collection export --collection 01k… --format csv --out tokens.csv',
    (exported) =>
      exported
        .addOption(requiredCollection('the collection'))
        .addOption(
          new Option(
            '--format <format>',
            'a table, the metadata that goes on chain, or what NMKR Studio or OpenSea take',
          )
            .choices(exportFormats)
            .default('csv'),
        )
        .option('--with-files', 'with the images and works that are on this computer, as a folder')
        .option(
          '--safe-cells',
          'in a table, an apostrophe before what a spreadsheet would run as a formula; an import leaves it out again',
        )
        .addOption(
          new OutputOption(
            '--out <file>',
            'the file to write; of nmkr and with --with-files, the new folder',
          ).makeOptionMandatory(),
        ),
    async (session, { collection: id, format, withFiles = false, safeCells = false, out }) => {
      if (withFiles && !takesFiles(format)) throw noPlaceForFiles(format)
      if ((withFiles || isFolderFormat(format)) && existsSync(out)) throw folderExists(out)
      const { found, tokens } = await collectionWithTokens(session, id)
      const { content } = await session.app()
      const prepared = prepareExport({ format, withFiles, safeCells }, found, tokens, content)
      const { files, bytes, notHeld, formulas } = prepared
      session.terminal.warn(...notHeld)
      if (formulas !== undefined) session.terminal.warn(`${formulas} ${safeCellsHint}`)
      await writeWithProgress(session, out, prepared)
      return {
        json: {
          collection_id: id,
          format,
          file: out,
          tokens: tokens.length,
          files: files.files.length,
          files_elsewhere: files.elsewhere,
          not_held: notHeld,
          formulas: formulas ?? null,
        },
        text: [
          `${countText(tokens.length, 'token')} of ${found.name} written to ${out}${withFiles ? `, with ${countText(files.files.length, 'file')} (${bytesText(bytes)})` : ''}.`,
          ...(files.elsewhere === 0
            ? []
            : [
                `${countText(files.elsewhere, 'file is', 'files are')} not on this computer and ${files.elsewhere === 1 ? 'keeps its' : 'keep their'} IPFS address.`,
              ]),
        ].join('\n'),
      }
    },
  )

const safeCellsHint =
  'Add --safe-cells before you give the file to somebody who opens it in one. An import reads back what was there either way.'

const writeWithProgress = async (
  session: Session,
  out: string,
  { exported, files }: PreparedExport,
): Promise<void> => {
  const { content: store } = await session.app()
  const progress = drawProgress(session.terminal)
  await writeOutput(out, (absolute) =>
    writeExport(absolute, exported, files, {
      store,
      signal: session.signal,
      onFile: (made) => progress.updateFiles('copied', made),
    }),
  ).finally(progress.end)
}

const noPlaceForFiles = (format: ExportFormat): ColdpressError =>
  new ColdpressError(
    'usage',
    `--with-files: ${format} names images by their IPFS addresses, and no file beside it. Leave the option out, or choose csv, nmkr or opensea.`,
  )

const folderExists = (out: string): ColdpressError =>
  new ColdpressError(
    'usage',
    `--out: ${out} exists already. The export is a folder of files: name one that is not there.`,
  )
