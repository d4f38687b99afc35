import { plainAda } from '#values/text/format.ts'
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
import { compareWithExisting, failedBefore, heldUnderOtherNames, keptTokens } from './existing.ts'
import { isError, type Issue, issueOf, readable, sortIssues } from '../table/issues.ts'
import { atOnce, eachInPieces, inTurns, type Pieces } from '../table/pieces.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import type { Table } from '../table/table-types.ts'
import { createNamingCount } from './image-namings.ts'
import { longDescriptionFix } from './long-descriptions.ts'
import { longNameFix } from './long-names.ts'
import { filesLeftOut, homelessWorks, worksWithoutPlace } from './work-columns.ts'
import { createFileMatcher, similarNameOf } from './match-files.ts'
import { createImageMatcher } from './match-image.ts'
import { thumbnailFiles } from './thumbnail-columns.ts'
import { soldIssues, soldRows } from './price-column.ts'
import { unnamedFiles, unusedFiles } from './unused-files.ts'
import { passedOverReasons } from './read-image.ts'
import {
  createAttributes,
  keyIssues,
  readRow,
  type RowContext,
  type RowReading,
} from './plan-row.ts'
import type {
  ExistingToken,
  FaultyRow,
  FileEntry,
  KnownContents,
  PassedOver,
  Plan,
  PlanCollection,
  PlanInput,
  PlannedToken,
  TokenFields,
  TokenState,
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
    ...royaltyIssues(royalty, collection),
    ...hostedWorksIssues(template, hostedBy),
    ...soldIssues(table, map.columns, context.isSold),
    ...homelessWorks(table, context.homeless, imageColumn?.index, existing.length),
  ]
  const whole = shared.some((found) => isError(found) && isOfTable(found, table.headerRow))
  const broken = new Set(shared.filter(isError).map(({ row }) => row))
  // What is made of an image has other bytes than its file.
  const comparable = changesImages(settings) ? undefined : contents
  const rows = yield* planningRows(table, context, { existing, failed, contents: comparable })
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
    ...rows.namings.notes(table, imageColumn),
    ...ofColumns.flat(),
    ...alikeImages(tokens),
    ...(imageColumn === undefined
      ? unnamedFiles(files, known)
      : unusedFiles(files, known, thumbnailFiles(table, map.thumbnails, context.matcher))),
    ...passedOverFiles(passedOver, own),
    ...heldUnderOtherNames(tokens, existing, comparable),
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
    existing,
    failed,
    contents,
  }: Required<Pick<PlanInput, 'existing' | 'failed'>> & Pick<PlanInput, 'contents'>,
): Pieces<PlannedRows> {
  const duplicates = createDuplicateCheck((earlier) => readRow(earlier, context))
  const known = createKnownTokens(existing, contents)
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
    const { token, issues } = planToken(reading, known, duplicates.check(tableRow, reading))
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

/** The plan's token of a row, unless an earlier row or a token of the collection stands against it. */
const planToken = (
  { row, fields, image, works, issues: own }: RowReading,
  known: KnownTokens,
  repeated: readonly Issue[],
): { token: PlannedToken | undefined; issues: readonly Issue[] } => {
  const issues: Issue[] = [...own, ...repeated]
  if (image === undefined || issues.some(isError)) return { token: undefined, issues }
  const assetName = fields.asset_name
  const existing = known.named(assetName)
  const alike = existing === undefined ? known.alike(assetName) : undefined
  if (alike !== undefined) issues.push(nameAlike(row, assetName, alike))
  const compared =
    existing && compareWithExisting({ request: fields, image, works }, existing, known.contents)
  if (compared?.state === 'differs')
    return { token: undefined, issues: [...issues, takenName(row, assetName, compared.fields)] }
  const state: TokenState = compared?.state ?? 'new'
  const token = { row, assetName, request: fields, image, works, state }
  const changed = existing !== undefined && isPriceChanged(fields, existing)
  return { token, issues: changed ? [...issues, priceStays(row, fields.price)] : issues }
}

type KnownTokens = {
  readonly named: (assetName: string) => ExistingToken | undefined
  /** The name of a token that differs by case, Unicode form or unseen characters only. */
  readonly alike: (assetName: string) => string | undefined
  readonly contents: KnownContents | undefined
}

const createKnownTokens = (
  existing: readonly ExistingToken[],
  contents: KnownContents | undefined,
): KnownTokens => {
  const tokens = new Map(existing.map((token) => [token.assetName, token]))
  const names = new Map(existing.map(({ assetName }) => [similarNameOf(assetName), assetName]))
  return {
    named: (name) => tokens.get(name),
    alike: (name) => names.get(similarNameOf(name)),
    contents,
  }
}

const nameAlike = (row: number, assetName: string, other: string): Issue =>
  issueOf(
    'asset_name_case',
    `Row ${row}, asset_name: differs from the collection's token "${readable(other)}" by case, Unicode form or unseen characters only; people will take one for the other.`,
    { row, column: 'asset_name', value: assetName },
  )

/** A row without a price says nothing of the price that a token got since its import. */
const isPriceChanged = ({ price }: TokenFields, existing: ExistingToken): boolean =>
  price !== undefined && price !== existing.fields.price

const priceStays = (row: number, price: number | undefined): Issue =>
  issueOf(
    'price_differs',
    `Row ${row}, price: the collection has this token already, with another price. The import does not change it; set the price at the token.`,
    { row, column: 'price', value: price === undefined ? '' : plainAda(BigInt(price)) },
  )

const takenName = (row: number, assetName: string, fields: readonly string[]): Issue =>
  issueOf(
    'asset_name_taken',
    `Row ${row}, asset_name: the collection has a token of this name already, with another ${fields.join(', ')}. Rename the row, or change the token first.`,
    { row, column: 'asset_name', value: assetName },
  )

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
  const counts = { rows, new: 0, done: 0, compare: 0, priced: 0, errors: 0, warnings: 0 }
  yield* eachInPieces(tokens, ({ state, request }) => {
    counts[state] += 1
    if (state === 'new' && request.price !== undefined) counts.priced += 1
  })
  yield* eachInPieces(issues, ({ severity }) => {
    if (severity === 'error') counts.errors += 1
    if (severity === 'warning') counts.warnings += 1
  })
  return counts
}

/** How many tokens have an image or works of files, which the plan would store and pin. */
export const imagesToStore = ({ tokens }: Pick<Plan, 'tokens'>): number =>
  tokens.filter(
    ({ image, works, state }) => state !== 'done' && (image.kind === 'file' || works.length > 0),
  ).length
