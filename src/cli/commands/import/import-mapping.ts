import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { formatLabels } from '#contract/imports/import-formats.ts'
import { printable } from '#values/text/printable.ts'
import { customKey } from '#app/imports/plan/column-target.ts'
import {
  type ColumnChoice,
  noMapping,
  type RememberedMapping,
} from '#app/imports/plan/remembered-mapping.ts'
import { isIgnored } from '#app/imports/table/shape-table.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, table } from '#cli/terminal/table.ts'

type MappingOptions = {
  readonly collection: string
  readonly forget?: string | true
}

export const addMapping = (imports: Command): void =>
  command<MappingOptions>(
    imports,
    'mapping',
    'show or forget how the folders of a collection were read before',
    'import mapping --collection 01k… --forget Title',
    (mapping) =>
      mapping
        .addOption(requiredCollection('the collection'))
        .option('--forget [column]', 'forget what this column fills (default: everything)'),
    async (session, { collection: collectionId, forget }) => {
      const app = await session.app()
      const accountId = app.accounts.get(session.account).id
      const { mappings } = app.imports
      const of = { accountId, collectionId }
      if (forget !== undefined) mappings.forget(of, forget === true ? undefined : forget)
      const found = mappings.of(of)
      const { assetNames, ...rest } = found ?? noMapping
      return {
        json: {
          collection_id: collectionId,
          ...rest,
          asset_names: assetNames,
        },
        text: found === undefined ? nothingText : mappingText(found),
      }
    },
  )

const nothingText = `Nothing is remembered for this collection. An import remembers what its --map, --from, --names and --asset-names say. To see what columns fill: ${hint('import FOLDER --collection ID --dry-run')}`

const mappingText = ({ columns, readings, names, assetNames }: RememberedMapping): Text => [
  table(
    columns,
    { column: ({ header }) => printable(header), fills: ({ to }) => printable(targetText(to)) },
    'No column has another meaning than its name says.',
  ),
  ...readings.map(
    ({ guessed, format }) =>
      `What looks like ${formatLabels[guessed]} is read as ${formatLabels[format]}.`,
  ),
  ...(names === null ? [] : [printable(`Files without a table are named ${names}.`)]),
  ...(assetNames === null
    ? []
    : [printable(`Where nothing gives asset names, they are ${assetNames}.`)]),
]

/** What a header says that its column fills. */
const targetText = (header: string): string => {
  if (isIgnored(header)) return 'nothing, it is left out'
  const custom = customKey(header)
  return custom === undefined ? header : `the attribute "${custom}" of each token`
}

/** What a dry run says of the columns that an earlier import or `--map` has mapped. */
export const mappedText = (mapped: readonly ColumnChoice[]): string => {
  const each = mapped.map(({ header, to }) => `"${header}" fills ${targetText(to)}`)
  return printable(
    `As chosen for this collection: ${each.join('; ')}. To forget it: ${hint('import mapping --collection ID')}`,
  )
}

/**
 * What `--map Title=name` says. `ignore` and `custom` stand for the column's own name behind them.
 * @throws ColdpressError `usage`
 */
export const columnChoice = (written: string): ColumnChoice => {
  const at = written.lastIndexOf('=')
  const header = written.slice(0, at).trim()
  const to = written.slice(at + 1).trim()
  if (at < 1 || header === '' || to === '')
    throw new ColdpressError(
      'usage',
      `--map: ${written} is not COLUMN=TARGET, such as "Title=name", "Notes=ignore" or "Mood=custom".`,
    )
  return { header, to: to === 'ignore' || to === 'custom' ? `${to}:${header}` : to }
}

/** Collects what a repeated `--map` says, for {@link columnChoice}. */
export const collectChoices = (choice: string, before: readonly string[]): readonly string[] => [
  ...before,
  choice,
]
