import { countText } from '#values/text/format.ts'
import { PolicyId } from '#cardano/ids.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import { changesImages, type OutputSettings } from '#media/images/image-job.ts'
import { alikeImages } from './alike-images.ts'
import { collectionTags } from './collection-tags.ts'
import { isField, type MappedColumn } from './column-target.ts'
import { mapColumns } from './columns.ts'
import type { CollectionTags } from './named-columns.ts'
import { columnIssues } from './column-issues.ts'
import { hostedWorksIssues, royaltyIssues, templateIssues } from './collection-issues.ts'
import { createDuplicateCheck, withSharedFiles } from './duplicates.ts'
import { failedBefore, heldUnderOtherNames, keptTokens } from './existing.ts'
import { isError, type Issue, issueOf, readable, sortIssues } from '../table/issues.ts'
import { atOnce, eachInPieces, inTurns, type Pieces } from '../table/pieces.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import type { Table } from '../table/table-types.ts'
import { createNamingCount } from './image-namings.ts'
import { longDescriptionFix } from './long-descriptions.ts'
import { longNameFix } from './long-names.ts'
import { filesLeftOut, homelessWorks, worksWithoutPlace } from './work-columns.ts'
import { createFileMatcher } from './match-files.ts'
import { createImageMatcher } from './match-image.ts'
import { thumbnailFiles } from './thumbnail-columns.ts'
import { createTokenPlanner } from './plan-token.ts'
import { soldIssues, soldRows } from './price-column.ts'
import { unnamedFiles, unusedFiles } from './unused-files.ts'
import { isImageAddress, passedOverReasons } from './read-image.ts'
import {
  createAttributes,
  keyIssues,
  readRow,
  type RowContext,
  type RowReading,
} from './plan-row.ts'
import type {
  FaultyRow,
  FileEntry,
  PassedOver,
  Plan,
  PlanCollection,
  PlanInput,
  PlannedToken,
} from './plan-types.ts'

/**
 * Plans the import of a table and lists all issues. Pure: it reads and changes nothing. Each row
 * either becomes a token of the plan or has an error, of its own or of its column.
 */
export const planImport = (input: PlanInput): Plan => atOnce(planning(input))

/** Like {@link planImport}, while the process stays responsive. See {@link inTurns}. */
export const planInTurns = (input: PlanInput, signal?: AbortSignal): Promise<Plan> =>
  inTurns(planning(input), signal)

/** Without settings, images are not changed. */
const asTheyAre: OutputSettings = { maxPixels: null, format: 'keep' }

/** Rows planned per piece: a row takes some 50 microseconds. */
const rowsAtOnce = 50

function* planning({
  table,
  files,
  passedOver = [],
  collection,
  opened,
  existing = [],
  contents,
  failed = [],
  otherSettings = false,
  settings = asTheyAre,
  royalty,
  hostedBy,
  parameters,
  leftOut = [],
}: PlanInput): Pieces<Plan> {
  const template = collection.metadata ?? undefined
  const tags = collectionTags(template)
  const map = mapColumns(table, tags, files)
  const context = rowContext(table, map.columns, tags, {
    template,
    files,
    passedOver,
    settings,
    leftOut,
  })
  const imageColumn = map.columns.find(({ target }) => isField(target, 'image'))
  const shared = [
    ...table.issues,
    ...map.issues,
    ...keyIssues(map.columns, template, table.headerRow),
    ...templateIssues(template),
    ...soldIssues(table, map.columns, context.isSold),
    ...(opened === undefined
      ? [
          ...royaltyIssues(royalty, collection),
          ...hostedWorksIssues(template, hostedBy),
          ...homelessWorks(table, context.homeless, imageColumn?.index, existing.length),
        ]
      : unreadImages(table, imageColumn)),
  ]
  const whole = shared.some((found) => isError(found) && isOfTable(found, table.headerRow))
  const broken = new Set(shared.filter(isError).map(({ row }) => row))
  // What is made of an image has other bytes than its file.
  const comparable = changesImages(settings) ? undefined : contents
  const planRow = createTokenPlanner({ existing, opened, contents: comparable }, map.columns)
  const rows = yield* planningRows(table, context, { planRow, failed })
  const { meant, issues: own } = rows
  yield
  // A file that somebody left out with its row or column is no surprise.
  const known = new Set([
    ...meant,
    ...leftOut.flatMap((row) => readRow(row, context).meant),
    ...filesLeftOut(table, map.columns, context.matcher),
  ])
  const { tokens, faulty } = divideRows(rows, ({ row }) => !whole && !broken.has(row))
  const ofColumns: (readonly Issue[])[] = []
  for (const column of map.columns) {
    yield
    ofColumns.push(yield* columnIssues(table, column, template))
  }
  yield
  const found = [
    ...shared,
    ...own,
    ...ofColumns.flat(),
    ...(opened === undefined
      ? [
          ...rows.namings.notes(table, imageColumn),
          ...alikeImages(tokens),
          ...heldUnderOtherNames(tokens, existing, comparable),
        ]
      : []),
    ...(imageColumn === undefined
      ? unnamedFiles(files, known)
      : unusedFiles(files, known, thumbnailFiles(table, map.thumbnails, context.matcher))),
    ...passedOverFiles(passedOver, own),
    ...(otherSettings ? keptTokens(tokens) : []),
  ]
  yield
  const issues = yield* sortIssues(found)
  yield
  return {
    collectionId: collection.id,
    collectionName: collection.name,
    policyId: PolicyId(collection.policy.policy_id),
    template,
    script: scriptOf(collection),
    parameters,
    receiverBytes: receiverBytesOf(collection),
    format: settings.format,
    columns: map.columns,
    tokens,
    faulty,
    namedFiles: [...meant],
    issues,
    invalidRows: whole ? undefined : invalidRowsOf(issues),
    counts: yield* counting(table.rows.length, tokens, issues),
  }
}

/** A script that no transaction could hold is another's concern: the estimate goes without. */
const scriptOf = ({ policy: { script } }: PlanCollection): NativeScript | undefined => {
  try {
    return script && scriptFromJson(script)
  } catch {
    return undefined
  }
}

const receiverBytesOf = ({ payout_address: payout }: PlanCollection): number | undefined => {
  const reading = typeof payout === 'string' ? readBech32(payout) : undefined
  return reading?.outcome === 'read' ? reading.bytes.length : undefined
}

/** The tokens that can be made, and the rows that make none. */
const divideRows = (
  { tokens, faulty }: Pick<PlannedRows, 'tokens' | 'faulty'>,
  isSound: (token: PlannedToken) => boolean,
): Pick<Plan, 'tokens' | 'faulty'> => {
  const sound = tokens.filter(isSound)
  if (sound.length === tokens.length) return { tokens, faulty }
  const held = tokens
    .filter((token) => !isSound(token))
    .map(
      ({ row, assetName, request: { name }, image }) => [row, { assetName, name, image }] as const,
    )
  return { tokens: sound, faulty: new Map([...faulty, ...held]) }
}

type PlannedRows = {
  readonly tokens: readonly PlannedToken[]
  readonly faulty: ReadonlyMap<number, FaultyRow>
  readonly issues: readonly Issue[]
  /** The files that rows name. */
  readonly meant: ReadonlySet<FileEntry>
  /** How they name them. */
  readonly namings: ReturnType<typeof createNamingCount>
}

/** The rows one after the other. What it compares them by takes 30 MB for 100,000, and ends with it. */
function* planningRows(
  { rows }: Table,
  context: RowContext,
  {
    planRow,
    failed,
  }: Required<Pick<PlanInput, 'failed'>> & {
    readonly planRow: ReturnType<typeof createTokenPlanner>
  },
): Pieces<PlannedRows> {
  const duplicates = createDuplicateCheck((earlier) => readRow(earlier, context))
  const failures = new Map(failed.map((row) => [row.assetName, row]))
  const found: Issue[] = []
  const tokens: PlannedToken[] = []
  const faulty = new Map<number, FaultyRow>()
  const namings = createNamingCount()
  const meant = new Set<FileEntry>()
  let before: readonly FileEntry[] = []
  for (const [index, tableRow] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) yield
    const reading = readRow(tableRow, context)
    const repeated = duplicates.check(tableRow, reading)
    const { token, issues } = planRow({ tableRow, reading, repeated })
    // A name that thousands of files have may stand in every row.
    if (reading.meant !== before) for (const file of reading.meant) meant.add(file)
    before = reading.meant
    namings.count(reading)
    found.push(...issues)
    if (token?.state === 'new')
      found.push(...failedBefore(token.row, token, failures.get(token.assetName)))
    if (token === undefined) faulty.set(reading.row, faultyRow(reading))
    else tokens.push(token)
  }
  return {
    tokens,
    faulty,
    issues: withSharedFiles(found, duplicates.sharedFiles()),
    meant,
    namings,
  }
}

const faultyRow = ({ fields: { asset_name, name }, image }: RowReading): FaultyRow => ({
  assetName: asset_name,
  name,
  image,
})

/** Whether the plan has no errors. */
export const isRunnable = (plan: Plan): boolean => plan.counts.errors === 0

const isOfTable = ({ row }: Issue, headerRow: number): boolean => row === null || row === headerRow

const invalidRowsOf = (issues: readonly Issue[]): readonly SkippedRow[] => {
  const first = new Map<number, SkippedRow>()
  for (const found of issues) {
    const { row, message } = found
    if (isError(found) && row !== null && !first.has(row)) first.set(row, { row, message })
  }
  return [...first.values()]
}

const rowContext = (
  table: Table,
  columns: readonly MappedColumn[],
  { tags, required }: CollectionTags,
  {
    template,
    files,
    passedOver,
    settings,
    leftOut,
  }: Pick<RowContext, 'template' | 'settings'> &
    Required<Pick<PlanInput, 'files' | 'passedOver' | 'leftOut'>>,
): RowContext => {
  const rankOf = ({ target }: MappedColumn) =>
    target.kind === 'tag' ? tags.indexOf(target.name) : tags.length
  const matcher = createFileMatcher(files, passedOver)
  const rows = [...table.rows, ...leftOut]
  const homeless = [...worksWithoutPlace({ rows }, columns, matcher).values()]
  const image = columns.find(({ target }) => isField(target, 'image'))
  return {
    columns: columns
      .filter(({ target }) => target.kind !== 'ignored')
      .toSorted((a, b) => rankOf(a) - rankOf(b)),
    requiredTags: new Set(required),
    template,
    settings,
    isSold: soldRows(table),
    holdsTag: (text) => text.includes('<') && tags.some((tag) => text.includes(tag)),
    matcher,
    homeless,
    matchImage: createImageMatcher(matcher, () =>
      table.rows.map(({ cells }) => cells[image?.index ?? -1] ?? ''),
    ),
    attributeOf: createAttributes(),
    longDescriptionFix: longDescriptionFix(table, columns, template),
    longNameFix: longNameFix(table, columns, template),
  }
}

/** Hidden files are nobody's wish to import; a link may be, and is named if no row names it. */
const passedOverFiles = (
  passedOver: readonly PassedOver[],
  issues: readonly Issue[],
): readonly Issue[] => {
  const named = new Set(
    issues.flatMap(({ rule, value }) => (rule === 'file_not_found' ? [value] : [])),
  )
  return passedOver
    .filter(({ name, why }) => why !== 'hidden' && !named.has(readable(name)))
    .map(({ name, why }) =>
      issueOf('passed_over_file', `"${readable(name)}" ${passedOverReasons[why]}`, { value: name }),
    )
}

function* counting(
  rows: number,
  tokens: readonly PlannedToken[],
  issues: readonly Issue[],
): Pieces<Plan['counts']> {
  const counts = { rows, new: 0, done: 0, compare: 0, change: 0, priced: 0, errors: 0, warnings: 0 }
  yield* eachInPieces(tokens, (token) => {
    counts[token.state] += 1
    if (getsPrice(token)) counts.priced += 1
  })
  yield* eachInPieces(issues, ({ severity }) => {
    if (severity === 'error') counts.errors += 1
    if (severity === 'warning') counts.warnings += 1
  })
  return counts
}

/** Whether the import sets its price. */
export const getsPrice = ({
  state,
  request: { price },
  before,
}: Pick<PlannedToken, 'state' | 'request' | 'before'>): boolean =>
  price !== undefined && (state === 'new' || (state === 'change' && price !== before?.price))

/** Of a table that changes tokens: file names in its column of images, which no run reads. */
const unreadImages = (
  { rows, headerRow: row }: Table,
  column: MappedColumn | undefined,
): readonly Issue[] => {
  const cells = rows.map(({ cells }) => (cells[column?.index ?? -1] ?? '').trim())
  const count = cells.filter((cell) => cell !== '' && !isImageAddress(cell)).length
  if (count === 0) return []
  const message = `${countText(count, 'row names an image file', 'rows name image files')}. The tokens keep the images that they have.`
  return [issueOf('images_unread', message, { row, column: 'image' })]
}

/** How many tokens have an image or works of files, which the plan would store and pin. */
export const imagesToStore = ({ tokens }: Pick<Plan, 'tokens'>): number =>
  tokens.filter(
    ({ image, works, state }) => state !== 'done' && (image.kind === 'file' || works.length > 0),
  ).length
