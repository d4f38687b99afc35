import { serviceReason } from '#values/errors/service-details.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { type ColdpressError, errorTable } from '#values/errors/errors.ts'
import { adaText, countText, durationText, numberText } from '#values/text/format.ts'
import { importRules, type IssueRule } from '#contract/imports/import-rules.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { printable } from '#values/text/printable.ts'
import { hint } from '#cli/terminal/hint.ts'
import {
  describePacking,
  mintPackingOf,
  packingAssumptions,
} from '#app/imports/estimate/mint-packing.ts'
import type { SourceFormat } from '#app/imports/inputs/open-source.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { type ImageNote, type JobStatus, type Summary, summaryError } from '#app/imports/summary.ts'
import type { SkippedRow } from '#app/imports/table/skipped-rows.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'
import type { Issue } from '#app/imports/table/issues.ts'

/** A plan as `--json` shows it. */
export const planJson = (plan: Plan) => ({
  collection_id: plan.collectionId,
  ...plan.counts,
  issues: plan.issues,
})

/** A plan as a person reads it. */
export const planText = (plan: Plan): string => {
  const { rows, errors, warnings, done, compare, priced } = plan.counts
  const held = [
    ...(done === 0 ? [] : [`, ${countText(done, 'token')} already in the collection`]),
    ...(compare === 0
      ? []
      : [
          `, ${countText(compare, 'token')} there with the same texts, whose images the import compares`,
        ]),
  ].join('')
  const prices = priced === 0 ? '' : `, ${countText(priced, 'token')} with a price`
  const head = `${countText(rows, 'row')}: ${countText(errors, 'error')}, ${countText(warnings, 'warning')}${held}${prices}.`
  const lines = [
    ...(plan.issues.length === 0 ? [] : [issuesText(plan.issues)]),
    head,
    ...plan.issues.flatMap(({ rule }) => adviceByRule[rule] ?? []).filter(isFirst),
    ...(canPlaceWorks(plan)
      ? [
          `To add the files to the collection's metadata: ${hint('import FOLDER --collection ID --add-works')}`,
        ]
      : []),
    ...(plan.issues.some(({ rule, column }) => rule === 'text_too_short' && isNameColumn(column))
      ? [
          `To make the names by a pattern: ${hint('import FOLDER --collection ID --names "Print #{number:4}"')}`,
        ]
      : []),
    ...(plan.issues.some(({ video }) => video !== undefined)
      ? [
          `To make still images of the videos with ffmpeg: ${hint('import FOLDER --collection ID --posters')}`,
        ]
      : []),
  ]
  return lines.join('\n')
}

const isNameColumn = (column: string | null): boolean =>
  column === 'asset_name' || column === 'name'

/** What changes how the table was understood. */
const adviceByRule: Partial<Readonly<Record<IssueRule, string>>> = {
  guessed_encoding: `To read the table in another encoding: ${hint('import FOLDER --collection ID --encoding NAME')}`,
  price_unconfirmed: `If the prices are in ADA: ${hint('import FOLDER --collection ID --price-in ada')}. If not: --map price=custom, or --map price=ignore.`,
  file_not_found: `To leave out the rows whose image is not there: ${hint('import FOLDER --collection ID --fix all,file_not_found')}`,
  missing_image: `To leave out the rows without an image: ${hint('import FOLDER --collection ID --fix all,missing_image')}`,
  made_names: `To make asset names by another pattern: ${hint('import FOLDER --collection ID --asset-names "{collection}{number:4}"')}`,
  missing_column: `To say what a column fills: ${hint('import FOLDER --collection ID --map "COLUMN=FIELD"')}`,
}

const isFirst = (text: string, at: number, all: readonly string[]): boolean =>
  all.indexOf(text) === at

/** Whether the works need files that the collection can still get. */
const canPlaceWorks = ({ issues, counts }: Plan): boolean =>
  counts.done + counts.compare === 0 && issues.some(({ rule }) => rule === 'no_files_template')

/** How the folder was read, and how to have it read otherwise. */
export const sourceText = ({ reason }: Pick<SourceFormat, 'reason'>): string =>
  `${printable(reason)} To read it differently, name the format with --from.`

/** What minting the new tokens later costs. */
export const costJson = (plan: Plan) =>
  snakeKeys({
    ...describePacking(mintPackingOf(plan)),
    parameters: plan.parameters === undefined ? 'assumed' : 'gateway',
  })

/** Undefined when there is nothing new to mint. */
export const costText = (plan: Plan): string | undefined => {
  if (plan.counts.new === 0) return undefined
  const { transactions, fees, withTokens, lovelace } = mintPackingOf(plan)
  const [cost, ofFees, ofTokens] = [lovelace, fees, withTokens].map((amount) =>
    adaText(amount, 'ADA'),
  )
  return `Minting ${countText(plan.counts.new, 'new token')} later costs about ${cost} in ${countText(transactions, 'transaction')}: fees of ${ofFees}, and ${ofTokens} that go along with the tokens. Importing is free. ${packingAssumptions(plan)}`
}

/** How an import ended. */
export const summaryAnswer = (
  summary: Summary,
  collectionId: string,
  plan?: Pick<Plan, 'counts' | 'issues'>,
): CommandAnswer & { readonly json: object } => {
  const error = summaryError(summary)
  return {
    json: {
      collection_id: collectionId,
      ...summary,
      ...(plan === undefined ? {} : { warnings: plan.counts.warnings }),
    },
    text: [
      ...(plan === undefined || plan.issues.length === 0 ? [] : [issuesText(plan.issues)]),
      ...listNotes(summary.notes),
      ...listNotes(summary.failures),
      ...rowLines('Skipped', summary.skipped),
      ...targetLines(summary),
      ...(error === undefined ? [doneText(summary)] : errorLines(error)),
    ].join('\n'),
    exit: error === undefined ? 0 : exitOf(error, summary),
  }
}

const errorLines = (error: ColdpressError): readonly string[] => {
  const reason = serviceReason(error.details, error.message)
  return [
    printable(error.message),
    ...(reason === undefined ? [] : [printable(`  The service said: ${reason}`)]),
    ...(error.code === 'cancelled' && typeof error.details['job'] === 'string'
      ? [`To continue: ${hint(`import resume ${error.details['job']}`)}`]
      : []),
  ]
}

/** The pin target that is this computer's own content store. */
const localPlace = 'local'

/** Where the images are now, one line for each place, and those that are pinned nowhere. */
const targetLines = ({ places, elsewhere, stopped }: Summary): readonly string[] => [
  ...places
    .filter(({ total }) => total > 0)
    .map(({ place, held, total, error }) =>
      printable(
        `${numberText(held)} of ${numberText(total)} images are ${place === localPlace ? 'on this computer' : `at ${place}`}.${error === null || error === stopped?.message ? '' : ` ${error}`}`,
      ),
    ),
  ...elsewhereLines(elsewhere),
]

const elsewhereLines = ({ ipfs, web }: Summary['elsewhere']): readonly string[] => [
  ...(ipfs === 0
    ? []
    : [
        `${countText(ipfs, 'image is', 'images are')} named as ipfs:// in the table: this import pins ${ipfs === 1 ? 'it' : 'them'} nowhere.`,
      ]),
  ...(web === 0
    ? []
    : [
        `${countText(web, 'image is a web address', 'images are web addresses')} in the table: this import pins ${web === 1 ? 'it' : 'them'} nowhere.`,
      ]),
]

/** Of ten thousand failures a terminal shows the first; `--json` has them all. */
const shownItems = 20

/** What became of rows ("Skipped"), each with the reason. */
export const rowLines = (what: string, rows: readonly SkippedRow[]): readonly string[] => {
  if (rows.length === 0) return []
  const lines = rows
    .slice(0, shownItems)
    .map(({ row, message }) => printable(`  ${message ?? `Row ${row}: left out in the window.`}`))
  const rest = rows.length - lines.length
  return [
    `${what} ${countText(rows.length, 'row')}:`,
    ...lines,
    ...(rest > 0 ? [`  … and ${numberText(rest)} more; --json names all`] : []),
  ]
}

const listNotes = (items: readonly ImageNote[]): readonly string[] => {
  const rest = items.length - shownItems
  return [
    ...items.slice(0, shownItems).map((note) => printable(`${tokenName(note)} · ${note.message}`)),
    ...(rest > 0 ? [`… and ${numberText(rest)} more; --json names all`] : []),
  ]
}

/** Whatever stopped it, an import that has brought something in is done in part. */
const exitOf = (error: ColdpressError, { added, already }: Summary): number =>
  added + already > 0 ? errorTable.incomplete.exit : errorTable[error.code].exit

const doneText = ({ total, added, already, skipped, seconds }: Summary): string => {
  const left = skipped.length === 0 ? '' : `, ${countText(skipped.length, 'row')} skipped`
  const before = already === 0 ? '' : `, ${numberText(already)} were there before`
  return `Done: ${numberText(added)} of ${countText(total, 'token')} added${before}${left}, in ${durationText(seconds)}.`
}

/** How an import stands, as `--json` shows it. */
export const statusJson = ({ job, runningPid, ...status }: JobStatus) => ({
  job: job.id,
  collection_id: job.collection_id,
  account: job.account_id,
  folder: job.folder,
  settings: snakeKeys(job.settings),
  pin: job.pinner,
  created_at: job.created_at,
  updated_at: job.updated_at,
  reason: job.reason,
  running_pid: runningPid,
  ...status,
})

/** How an import stands, as a person reads it. */
export const importStatusText = ({
  job,
  state,
  runningPid,
  total,
  added,
  failed,
  left,
  failures,
  skipped,
}: JobStatus): Text => [
  detailTable([
    ['job', job.id],
    ['state', runningPid === null ? state : `${state}, by process ${runningPid}`],
    ['why', job.reason?.message],
    ['service said', job.reason?.details?.reason],
    ['folder', job.folder],
    ['collection', job.collection_id],
    ['tokens', `${added} of ${total} added, ${failed} failed, ${left} left`],
  ]),
  ...listNotes(failures),
  ...rowLines('Skipped', skipped),
]

/** Of one rule this many are shown; `--report FILE` writes all. */
const shownPerRule = 5

/** The sentence itself says where. */
const issueLine = ({ message, fix }: Issue): string =>
  printable(`  ${message}${fix === undefined ? '' : ` [${fix.label}]`}`)

/** Issues grouped by rule, errors first, as a person reads them. */
export const issuesText = (issues: readonly Issue[]): string => {
  const groups = Map.groupBy(issues, ({ rule }) => rule)
  const order = ['error', 'warning', 'info'] as const
  const rank = ([first]: readonly Issue[]): number =>
    first === undefined ? 0 : order.indexOf(first.severity)
  return [...groups]
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .map(([rule, group]) => groupText(rule, group))
    .join('\n')
}

const groupText = (rule: IssueRule, group: readonly Issue[]): string => {
  const lines = group.slice(0, shownPerRule).map(issueLine)
  const rest = group.length - lines.length
  return [
    `${group[0]?.severity ?? 'info'} · ${rule} · ${countText(group.length, 'time')}`,
    ...lines,
    ...(rest > 0 ? [`  … and ${numberText(rest)} more; --report FILE.csv writes all`] : []),
    ...(group[0]?.severity === 'error' && group.every(({ fix }) => fix === undefined)
      ? [`  ${importRules[rule].advice}`]
      : []),
  ].join('\n')
}
