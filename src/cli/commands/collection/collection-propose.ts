import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import type { CollectionProposal, ProposedColumn } from '#shared/calls/collections.ts'
import { ColdpressError } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { type ImportFormat, importFormats } from '#shared/import-formats.ts'
import type { IssueRule } from '#shared/import-rules.ts'
import { limits } from '#shared/limits.ts'
import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { sourceText } from '#cli/commands/import/import-answers.ts'
import { requireWritable, writeText } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { printable } from '#shared/printable.ts'

type ProposeOptions = {
  readonly out: string
  readonly csv?: string
  readonly sheet?: string
  readonly from?: ImportFormat
  readonly names?: string
  readonly payoutAddress?: string
  readonly lockTime?: string
}

export const addPropose = (collection: Command): void =>
  command<ProposeOptions>(
    collection,
    'propose <folder>',
    'write the JSON file of a new collection from what a folder holds',
    'collection propose ./prints --out collection.json',
    (propose) =>
      propose
        .requiredOption('--out <file>', 'the file to write, for collection create')
        .option(
          '--csv <file>',
          'the table, also .xlsx or .ods (default: the only one of the folder)',
        )
        .option('--sheet <name>', 'the sheet of a workbook (default: the only one with cells)')
        .addOption(
          new Option('--from <format>', 'what wrote the folder (default: recognised)').choices(
            importFormats,
          ),
        )
        .option('--names <pattern>', 'names of files without a table')
        .option('--payout-address <address>', 'who is paid for the tokens')
        .option('--lock-time <time>', 'when the policy locks (ISO 8601, UTC)'),
    async (session, options, folder = '') => {
      const { out, csv, sheet, from: format, names, payoutAddress, lockTime } = options
      // It may have been written by hand.
      if (existsSync(out))
        throw new ColdpressError('usage', `${out} exists already. Name another file.`)
      await requireWritable(out)
      const core = await session.core()
      const proposal = await core.imports.propose({ folder, csv, sheet, format, names })
      const { name, description, tokens, columns, longDescriptions, source } = proposal
      const request = {
        name,
        ...(description === '' ? {} : { description }),
        payout_address: payoutAddress ?? '',
        policy: { lock: true, lock_time: lockTime ?? '' },
        metadata: templateOf(proposal),
      }
      await writeText(out, `${JSON.stringify(request, undefined, 2)}\n`)
      const open = [
        ...(payoutAddress === undefined ? ['payout_address'] : []),
        ...(lockTime === undefined ? ['policy.lock_time (or "lock": false alone)'] : []),
      ]
      return {
        json: {
          file: out,
          source,
          tokens,
          columns,
          long_descriptions: longDescriptions,
          fill_in: open,
          collection: request,
        },
        text: [
          sourceText(source),
          `${out} describes a collection of ${countText(tokens, 'token')}.`,
          ...columns.map(columnText),
          ...(longDescriptions === 0 ? [] : [longText(longDescriptions)]),
          ...(open.length === 0 ? [] : [`Fill in ${open.join(' and ')}.`]),
          `Then: ${hint(`collection create --file ${out}`)}`,
        ].join('\n'),
      }
    },
  )

const templateOf = ({ columns, files, tokenDescription }: CollectionProposal): MetadataTemplate => {
  const attributes = columns.flatMap((column) =>
    column.kind === 'attribute' ? [[column.name, column.text] as const] : [],
  )
  return {
    name: '<name>',
    asset_name: '<asset_name>',
    image: '<image>',
    media_type: '<media_type>',
    description: tokenDescription,
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
    ...(files.length === 0 ? {} : { files: [...files] }),
    version: '1.0',
  }
}

const longText = (rows: number): string =>
  `  description: longer than the ${limits.tokenText.maxChars} characters of a token in ${countText(rows, 'row')}; an import with --fix ${longTextRules.join(',')} makes the column an attribute of each token`

/** The rules whose fix is about descriptions alone. */
const longTextRules: readonly IssueRule[] = ['text_too_long', 'text_too_many_bytes']

const columnText = (column: ProposedColumn): string => {
  const name = printable(column.name)
  if (column.kind === 'attribute') return `  ${name}: an attribute, ${printable(column.text)}`
  return `  ${name}: ${reasons[column.reason]}`
}

const reasons = {
  blanks:
    'its name has blanks, so it is no tag; import it with --map, as an attribute of each token',
  gaps: 'it has empty cells, so it is no tag; import it with --map, as an attribute of each token',
  custom: 'an attribute of each token',
  not_allowed: 'no attribute can have this name; rename the column',
  empty: 'empty, left out',
  repeated: 'a second column of this name, left out',
} as const satisfies Record<Exclude<ProposedColumn, { kind: 'attribute' }>['reason'], string>
