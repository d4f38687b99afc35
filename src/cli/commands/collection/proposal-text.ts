import type { CollectionProposal, ProposedColumn } from '#contract/collections/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { limits } from '#values/bounds/limits.ts'
import { printable } from '#values/text/printable.ts'
import { tagFor } from '#contract/imports/tag-for.ts'
import { readable } from '#app/imports/table/issues.ts'
import { sourceText } from '#cli/commands/import/import-answers.ts'
import { hint } from '#cli/terminal/hint.ts'

type OpenQuestion = NonNullable<CollectionProposal['open']>

/** A collection for columns that are not clear would have the wrong tags for good. */
export const openTable = (open: OpenQuestion, { columns }: CollectionProposal): ColdpressError => {
  const next = nextSteps[open.rule]?.(open, columns) ?? ''
  return new ColdpressError('invalid', printable(`${open.message}${next} Nothing was written.`), {
    details: { rule: open.rule, column: open.column },
  })
}

type NextStep = (open: OpenQuestion, columns: CollectionProposal['columns']) => string

const nextSteps: Partial<Readonly<Record<string, NextStep>>> = {
  missing_column: ({ column, candidates }, columns) => {
    const known = columns.filter(({ kind }) => kind === 'attribute').map((one) => one.name)
    // A column that names images would have been found.
    const [first] = column === 'image' ? candidates : [...candidates, ...known]
    if (first === undefined) return ''
    return ` Say which column it is with --map, such as --map "${first}=${column ?? 'name'}". The table has ${listed(known)}.`
  },
  price_unconfirmed: ({ column }) =>
    ` Or say so with --price-in ada, --map "${column ?? 'price'}=custom" or --map "${column ?? 'price'}=ignore".`,
}

/** A person reads no more at once; `--json` has everything. */
const mostLines = 10

export const proposalText = (
  out: string,
  { source, name, tokens, columns, longDescriptions, noticed, unlisted, open }: CollectionProposal,
  { toFill, again }: { readonly toFill: readonly string[]; readonly again: readonly string[] },
): string => {
  const create = hint(`collection create --file ${out}`)
  const first = [
    sourceText(source),
    printable(`${out} describes the collection "${name}" of ${countText(tokens, 'token')}.`),
    ...columnLines(columns),
  ]
  const last = [
    ...(longDescriptions === 0 ? [] : [longText(longDescriptions)]),
    ...(open === null || open.rows === null || isOfDescriptions(open)
      ? []
      : [
          printable(
            `Open: an import would stop at ${countText(open.rows, 'row')}. ${open.message}${fixesText(open)}`,
          ),
        ]),
    [
      ...(toFill.length === 0 ? [] : [`Fill in ${toFill.join(' and ')}.`]),
      `Then: ${create}`,
      ...(again.length === 0 ? [] : [`and import the folder with the same ${again.join(', ')}`]),
    ].join(' '),
    ...numberLines(columns),
  ]
  const room = mostLines - first.length - last.length
  return [...first, ...noticedLines(noticed, unlisted, room), ...last].join('\n')
}

const noticedLines = (
  noticed: readonly string[],
  unlisted: number,
  room: number,
): readonly string[] => {
  if (noticed.length + unlisted <= room) return noticed.map((message) => `  ${printable(message)}`)
  const shown = noticed.slice(0, room - 1)
  const rest = noticed.length + unlisted - shown.length
  return [
    ...shown.map((message) => `  ${printable(message)}`),
    `  and ${numberText(rest)} more notes, which the dry run of the import lists`,
  ]
}

/** An import makes an attribute of every other column. */
const numberLines = (columns: readonly ProposedColumn[]): readonly string[] => {
  const options = columns.flatMap((column) =>
    column.kind === 'each' && column.reason === 'number'
      ? [`--map "${readable(column.name, longestName)}=ignore"`]
      : [],
  )
  return options.length === 0
    ? []
    : [printable(`Import with ${options.join(' ')} too: numbers of tokens are no traits.`)]
}

const fixesText = ({ fixes }: OpenQuestion): string =>
  fixes.length === 0 ? '' : ` With --fix ${fixes.join(',')} it would not.`

const longText = (rows: number): string =>
  `Open: description is longer than the ${limits.tokenText.maxChars} characters of a token in ${countText(rows, 'row')}; an import with --fix ${longTextRules.join(',')} makes the column an attribute of each token`

/** The rules of texts that are too long: their fixes keep the whole text. */
const longTextRules: readonly IssueRule[] = ['text_too_long', 'text_too_many_bytes']

const isOfDescriptions = ({ rule, column }: OpenQuestion): boolean =>
  column === 'description' && longTextRules.some((longTextRule) => longTextRule === rule)

/** One line for each thing that becomes of columns. */
const columnLines = (columns: readonly ProposedColumn[]): readonly string[] => {
  const isTag = ({ name, text }: { name: string; text: string }) => text === tagFor(name)
  const attributes = columns.filter((column) => column.kind === 'attribute')
  const lines = [
    ['Tags', attributes.filter(isTag).map(({ text }) => text)],
    [
      'The same for all',
      attributes
        .filter((attribute) => !isTag(attribute))
        .map(({ name, text }) => `${name} (${text})`),
    ],
    [
      'Attributes of each token alone',
      columns.flatMap((column) =>
        column.kind === 'each' ? [`${column.name} (${reasons[column.reason]})`] : [],
      ),
    ],
    [
      'Left out',
      columns.flatMap((column) =>
        column.kind === 'left_out' ? [`${column.name} (${reasons[column.reason]})`] : [],
      ),
    ],
  ] as const
  return lines.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`  ${what}: ${printable(listed(names))}`],
  )
}

/** Of a hundred columns a line shows the first; `--json` has them all. */
const shownColumns = 8
const longestName = 48

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, shownColumns).map((name) => readable(name, longestName))
  const rest = names.length - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${numberText(rest)} more, which --json names`}`
}

const reasons = {
  blanks: 'blanks in its name',
  gaps: 'empty cells',
  custom: 'named custom:',
  not_allowed: 'no attribute can have this name; rename the column',
  empty: 'empty',
  repeated: 'a second column of this name',
  ignored: 'not for tokens',
  thumbnail: 'other sizes of the images',
  number: 'it numbers the tokens',
} as const satisfies Record<Exclude<ProposedColumn, { kind: 'attribute' }>['reason'], string>
