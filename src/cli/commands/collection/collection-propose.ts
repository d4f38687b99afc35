import { join, parse } from 'node:path'
import { Option, type Command } from 'commander'
import { importFormats } from '#contract/imports/import-formats.ts'
import { proposedTemplate } from '#app/imports/propose/check-proposal.ts'
import { collectChoices } from '#cli/commands/import/import-mapping.ts'
import { type SourceOptions, importSourceOf } from '#cli/commands/import/import-source.ts'
import { requireWritable, writeText } from '#cli/files.ts'
import { assetNamesOption } from '#cli/options/asset-names.ts'
import { encodingOption } from '#cli/options/encoding.ts'
import { headerRowOption } from '#cli/options/header-row.ts'
import { priceInOption } from '#cli/options/price-in.ts'
import { command } from '#cli/program.ts'
import { exampleCollectionFile } from './collection-fields.ts'
import { openTable, proposalText } from './proposal-text.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type ProposeOptions = SourceOptions & {
  readonly out: string
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
        .addOption(
          new OutputOption(
            '--out <file>',
            'the file to write, for collection create',
          ).makeOptionMandatory(),
        )
        .option(
          '--csv <file>',
          'the table, also .xlsx or .ods (default: the only one of the folder)',
        )
        .option('--sheet <name>', 'the sheet of a workbook (default: the only one with cells)')
        .addOption(encodingOption())
        .option(...headerRowOption)
        .addOption(
          new Option('--from <format>', 'what wrote the folder (default: recognised)').choices(
            importFormats,
          ),
        )
        .option('--names <pattern>', 'names of files without a table')
        .option(...assetNamesOption)
        .option(
          '--map <column=target>',
          'what a column fills, as for import: "Title=name", "Notes=ignore"; can be given several times',
          collectChoices,
          [],
        )
        .addOption(priceInOption())
        .option('--payout-address <address>', 'who is paid for the tokens')
        .option('--lock-time <time>', 'when the policy locks (ISO 8601, UTC)'),
    async (session, options, folder = '') => {
      const { out, payoutAddress, lockTime } = options
      const exampleFile = exampleFileOf(out)
      await requireWritable(exampleFile)
      const app = await session.app()
      const proposal = await app.imports.propose(importSourceOf(options, folder))
      const { open } = proposal
      if (open !== null && open.rows === null) throw openTable(open, proposal)
      const { name, description, tokens, columns, longDescriptions, source, noticed, unlisted } =
        proposal
      const request = {
        name,
        ...(description === '' ? {} : { description }),
        payout_address: payoutAddress ?? '',
        policy: { lock: true, lock_time: lockTime ?? '' },
        metadata: proposedTemplate(proposal),
      }
      await writeText(out, jsonOf(request))
      await writeText(exampleFile, jsonOf(exampleCollectionFile))
      const toFill = [
        ...(payoutAddress === undefined ? ['payout_address'] : []),
        ...(lockTime === undefined ? ['policy.lock_time (or "lock": false alone)'] : []),
      ]
      return {
        json: {
          file: out,
          example_file: exampleFile,
          source,
          tokens,
          columns,
          long_descriptions: longDescriptions,
          noticed,
          unlisted,
          open,
          fill_in: toFill,
          collection: request,
        },
        text: [
          proposalText(out, proposal, { toFill, again: readingOptions(options) }),
          `${exampleFile} shows every field, such as royalty.`,
        ],
      }
    },
  )

const jsonOf = (request: object): string => `${JSON.stringify(request, undefined, 2)}\n`

/** `collection.json` has `collection.example.json` beside it. */
const exampleFileOf = (out: string): string => {
  const { dir, name, ext } = parse(out)
  return join(dir, `${name}.example${ext}`)
}

/** The options that an import has to repeat, to read the folder as the proposal did. */
const readingOptions = ({
  csv,
  sheet,
  encoding,
  headerRow,
  from,
  names,
  assetNames,
  map,
  priceIn,
}: ProposeOptions): readonly string[] =>
  Object.entries({
    '--csv': csv,
    '--sheet': sheet,
    '--encoding': encoding,
    '--header-row': headerRow,
    '--from': from,
    '--names': names,
    '--asset-names': assetNames,
    '--map': map[0],
    '--price-in': priceIn,
  }).flatMap(([option, given]) => (given === undefined ? [] : [option]))
