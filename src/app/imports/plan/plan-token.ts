import { fixedStatuses } from '#contract/tokens/token.ts'
import { plainAda } from '#values/text/format.ts'
import { isError, type Issue, issueOf, readable } from '../table/issues.ts'
import type { TableRow } from '../table/table-types.ts'
import { isField, type MappedColumn } from './column-target.ts'
import { compareWithExisting } from './existing.ts'
import { similarNameOf } from './match-files.ts'
import type { RowReading } from './plan-row.ts'
import type {
  ExistingToken,
  KnownContents,
  PlanInput,
  PlannedImage,
  PlannedToken,
  TokenFields,
  TokenState,
} from './plan-types.ts'
import { isImageAddress } from './read-image.ts'
import { tokenCell, isSameToken, wantedFields } from './token-change.ts'

/** A row as it was read, and what it shares with earlier ones. */
type ReadRow = {
  readonly tableRow: TableRow
  readonly reading: RowReading
  readonly repeated: readonly Issue[]
}

type PlannedRow = {
  readonly token: PlannedToken | undefined
  readonly issues: readonly Issue[]
}

/** Makes tokens of rows: new ones, or changes of those that the collection has. */
export const createTokenPlanner = (
  { existing = [], opened, contents }: Pick<PlanInput, 'existing' | 'opened' | 'contents'>,
  columns: readonly MappedColumn[],
): ((row: ReadRow) => PlannedRow) => {
  if (opened === undefined) {
    const known = createKnownTokens(existing, contents)
    return ({ reading, repeated }) => planToken(reading, known, repeated)
  }
  const tokens = {
    opened: tokensByName(opened),
    held: tokensByName(existing),
  }
  return (row) => planChange(row, tokens, columns)
}

const tokensByName = (tokens: readonly ExistingToken[]): ReadonlyMap<string, ExistingToken> =>
  new Map(tokens.map((token) => [token.assetName, token]))

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

type TokensToChange = {
  /** What they were when the table was made. */
  readonly opened: ReadonlyMap<string, ExistingToken>
  /** What they are now. */
  readonly held: ReadonlyMap<string, ExistingToken>
}

/** A row as a change of the token that it names. What the row leaves as it is, nobody is told of. */
const planChange = (
  { tableRow: { row, cells }, reading, repeated }: ReadRow,
  { opened, held }: TokensToChange,
  columns: readonly MappedColumn[],
): PlannedRow => {
  const assetName = reading.fields.asset_name
  const before = opened.get(assetName) ?? held.get(assetName)
  if (before === undefined) {
    const unnamed = reading.issues.filter(({ column }) => column === 'asset_name')
    const issues = assetName === '' ? unnamed : [noSuchToken(row, assetName)]
    return { token: undefined, issues }
  }
  const changed = columns.filter(
    ({ index, target }) => (cells[index] ?? '').trim() !== tokenCell(before, target).trim(),
  )
  const isChanged = ({ column }: Issue): boolean =>
    column !== 'image' && changed.some(({ label }) => column === null || column === label)
  const image = changed.find(({ target }) => isField(target, 'image'))
  const issues = [
    ...reading.issues.filter(isChanged),
    ...repeated.filter(isError),
    ...imageStays({ row, cell: (cells[image?.index ?? -1] ?? '').trim() }, before),
  ]
  if (issues.some(isError)) return { token: undefined, issues }
  const request = wantedFields(before.fields, reading.fields, columns)
  const isDone = isSameToken(before.fields, request)
  return {
    token: {
      row,
      assetName,
      request,
      image: storedImage(before.image ?? ''),
      works: [],
      state: isDone ? 'done' : 'change',
      before: before.fields,
    },
    issues: isDone ? issues : [...issues, ...refusalIssues(row, before, held.get(assetName))],
  }
}

/** The image of a token that changes, which stays where it is. */
const storedImage = (address: string): PlannedImage =>
  address.startsWith('ipfs://') ? { kind: 'ipfs', uri: address } : { kind: 'url', url: address }

const noSuchToken = (row: number, assetName: string): Issue =>
  issueOf(
    'no_such_token',
    `Row ${row}, asset_name: the collection has no token "${readable(assetName)}". A table that changes tokens names each by the asset name that it has.`,
    { row, column: 'asset_name', value: assetName },
  )

/** A column of file names is that of the import: no run reads the files again. */
const imageStays = (
  { row, cell }: { readonly row: number; readonly cell: string },
  { image }: ExistingToken,
): readonly Issue[] => {
  if (!isImageAddress(cell) || image === null) return []
  return [
    issueOf(
      'image_stays',
      `Row ${row}, image: another address than the token has. A table changes texts, attributes and prices, and leaves images as they are.`,
      {
        row,
        column: 'image',
        value: cell,
        fix: { kind: 'set_value', value: image, label: 'Write the stored address' },
      },
    ),
  ]
}

/** What makes the run leave a token as it is. */
const refusalIssues = (
  row: number,
  before: ExistingToken,
  held: ExistingToken | undefined,
): readonly Issue[] => {
  const refusal = refusalOf(before, held)
  if (refusal === undefined) return []
  const cellRef = { row, column: 'asset_name', value: before.assetName }
  return [issueOf(refusal.rule, `Row ${row}: ${refusal.message}`, cellRef)]
}

/** Why a token is left as it is; undefined: it can be changed. */
export const refusalOf = (
  { assetName, fields }: Pick<ExistingToken, 'assetName' | 'fields'>,
  held: Pick<ExistingToken, 'fields' | 'status'> | undefined,
): { readonly rule: 'token_fixed' | 'token_changed'; readonly message: string } | undefined => {
  const name = readable(assetName)
  if (held === undefined)
    return {
      rule: 'token_changed',
      message: `the collection has no token "${name}" any more, so nothing was changed.`,
    }
  if (fixedStatuses.has(held.status ?? ''))
    return {
      rule: 'token_fixed',
      message: `the token "${name}" is ${held.status}, so it cannot be changed any more. It stays as it is.`,
    }
  if (isSameToken(fields, held.fields)) return undefined
  return {
    rule: 'token_changed',
    message: `the token "${name}" was changed meanwhile, so it stays as it is.`,
  }
}
