import type { TableRow } from '../table/table-types.ts'
import { tokenErrors, type TokenError } from '#cardano/token-errors.ts'
import { bytesText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { textError } from '#contract/fields.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import {
  asciiNameIssue,
  leftoverTagIssue,
  ledgerNameIssue,
  lengthIssue,
  mediaTypeIssue,
  priceIssue,
  priceOf,
  readCell,
  wellFormedIssue,
  type CellRef,
} from './cell-text.ts'
import { isField, type MappedColumn, tokenColumns, type TokenColumn } from './column-target.ts'
import { issueOf, type Issue, type Fix } from '../table/issues.ts'
import { fixedTypeIssue, heavyIssue, mediaIssue, missingImage } from './image-issues.ts'
import { keptImageIssues } from './kept-image.ts'
import { fileStem, type FileMatcher } from './match-files.ts'
import type { MatchImage } from './match-image.ts'
import type { OutputSettings } from '#media/images/image-job.ts'
import { worksOf } from '#cardano/template.ts'
import type { FileEntry, PlannedImage, PlannedWork, TokenFields } from './plan-types.ts'
import type { IsSold } from './price-column.ts'
import { type ImageReading, pickFile, readImage } from './read-image.ts'
import {
  readWorks,
  suggestedPreview,
  suggestedWork,
  videoWithoutStill,
  type WorksReading,
} from './read-work.ts'
import { metadataInput, type PlannedContent } from './metadata-input.ts'

export type RowContext = {
  /** Tags in collection order, all others in table order. */
  readonly columns: readonly MappedColumn[]
  readonly requiredTags: ReadonlySet<string>
  readonly template: MetadataTemplate | undefined
  /** Whether a text contains one of the collection's placeholders. */
  readonly holdsTag: (text: string) => boolean
  readonly matcher: FileMatcher
  /** Columns of works that the collection's metadata has no place for. */
  readonly homeless: readonly MappedColumn[]
  /** Of the column of images. */
  readonly matchImage: MatchImage
  readonly settings: OutputSettings
  readonly attributeOf: AttributeOf
  /** Sold works get no price. */
  readonly isSold: IsSold
  /** Of descriptions that are too long for a token, and of names. */
  readonly longDescriptionFix: Fix | undefined
  readonly longNameFix: ((name: string) => Fix) | undefined
}

type Attribute = NonNullable<TokenFields['metadata_attributes']>[number]
type AttributeOf = (tag: string, value: string) => Attribute

/** Of a tag with more different values, hardly one comes twice. */
const mostShared = 1_000

/** Tokens of the same value share the attribute: of 100,000 tokens with 8 each, copies took 32 MB. */
export const createAttributes = (): AttributeOf => {
  const tags = new Map<string, Map<string, Attribute>>()
  return (tag, value) => {
    const known = tags.get(tag) ?? new Map<string, Attribute>()
    tags.set(tag, known)
    const attribute = known.get(value) ?? { tag, value }
    if (known.size < mostShared) known.set(value, attribute)
    return attribute
  }
}

export type RowReading = {
  readonly row: number
  readonly fields: TokenFields
  readonly image: PlannedImage | undefined
  readonly imageBy: ImageReading['by']
  readonly works: readonly PlannedWork[]
  readonly meant: readonly FileEntry[]
  readonly issues: readonly Issue[]
}

/** Reads one row into the fields of a token, and reports every rule that the row alone breaks. */
export const readRow = ({ row, cells }: TableRow, context: RowContext): RowReading => {
  const issues: Issue[] = []
  const report = (found: Issue | undefined) => {
    if (found !== undefined) issues.push(found)
  }
  const values = context.columns.map((column) => {
    const cellRef = { row, column: column.label }
    const reportOnce = column.isShared === true ? () => undefined : report
    const isLeftOut = isField(column.target, 'price') && context.isSold(cells)
    const value = isLeftOut ? '' : readCell(cells[column.index] ?? '', column, cellRef, reportOnce)
    report(valueIssue(value, column, cellRef, context))
    return { ...column, value, cellRef }
  })
  const { works, types, ...ofWorks } = worksOfRow(values, context)
  const fields = fieldsOf(values, works, types, context.attributeOf)
  const cell = imageCell(values)
  const {
    image,
    by,
    meant,
    issues: imageIssues,
  } = cell.value === '' ? noImage : readImage(cell.value, cell.cellRef, context.matchImage)
  issues.push(...imageIssues, ...ofWorks.issues)
  const content = { request: fields, image, works }
  const homeless = homelessFiles(cells, context)
  const alone = cell.value === '' ? homeless : []
  for (const column of ['asset_name', 'name', 'image'] as const)
    report(missingIssue(column, values, { ...content, alone }, context))
  for (const empty of emptyWorks(values, context))
    report(missingWork(empty, content, context.matcher))
  if (issues.every(({ rule }) => rule !== 'invalid_media_type'))
    report(fixedTypeIssue(image, row, context) ?? mediaIssue(fields, image, row, context))
  report(heavyIssue(image, row, context))
  issues.push(...keptImageIssues(image, row, context.settings))
  issues.push(...metadataIssues(content, row, context, issues))
  return {
    row,
    fields,
    image,
    imageBy: by,
    works,
    meant: joinFiles(meant, ofWorks.meant, homeless),
    issues: cell.isShared === true ? issues.map(withoutImageFix) : issues,
  }
}

/** Most rows mean their image alone, and share its list. */
const joinFiles = (
  image: readonly FileEntry[],
  works: readonly FileEntry[],
  homeless: readonly FileEntry[],
): readonly FileEntry[] =>
  works.length === 0 && homeless.length === 0 ? image : [...image, ...works, ...homeless]

/** The works of a row that the collection has no place for. */
const homelessFiles = (
  cells: readonly string[],
  { homeless, matcher }: RowContext,
): readonly FileEntry[] =>
  homeless.flatMap(({ index }) => {
    const found = matcher.match((cells[index] ?? '').trim())
    return found.kind === 'found' ? [found.file] : []
  })

/** A file's name in the cell would replace what else the column says. */
const withoutImageFix = ({ fix, ...found }: Issue): Issue =>
  fix === undefined || (found.column === 'image' && fix.kind !== 'remove_row')
    ? found
    : { ...found, fix }

const worksOfRow = (values: readonly Value[], { template, matcher }: RowContext): WorksReading => {
  const given = (tag: string) =>
    values.find(({ target, value }) => target.kind === 'tag' && target.name === tag && value !== '')
  const cells = worksOf(template).flatMap((work) => {
    const cell = given(work.tag)
    return cell === undefined ? [] : [{ work, value: cell.value, cellRef: cell.cellRef }]
  })
  return readWorks(cells, matcher, given)
}

const isWork = ({ target }: MappedColumn, { template }: RowContext): boolean =>
  target.kind === 'tag' && worksOf(template).some(({ tag }) => tag === target.name)

const emptyWorks = (values: readonly Value[], context: RowContext): readonly Value[] =>
  values.filter((cell) => cell.value === '' && isWork(cell, context))

const missingWork = (
  { cellRef }: Value,
  { image, request }: PlannedContent,
  matcher: FileMatcher,
): Issue => {
  const fix = suggestedWork(image, request.asset_name, matcher)
  const hint = fix === undefined ? 'Name its file.' : `${fix.label}?`
  const message = `Row ${cellRef.row}, ${cellRef.column}: empty; every token of this collection has a work of this name. ${hint}`
  return issueOf('missing_tag_value', message, {
    ...cellRef,
    ...(fix === undefined ? {} : { fix }),
  })
}

type Value = MappedColumn & { readonly value: string; readonly cellRef: CellRef }

const noImage: ImageReading = { image: undefined, meant: [], issues: [] }

/** A missing column has an issue of its own, so its cells are empty. */
const imageCell = (values: readonly Value[]): Pick<Value, 'value' | 'cellRef' | 'isShared'> =>
  fieldValue(values, 'image') ?? { value: '', cellRef: { row: 0, column: 'image' } }

const fieldValue = (values: readonly Value[], name: TokenColumn): Value | undefined =>
  values.find(({ target }) => target.kind === 'field' && target.name === name)

const fieldsOf = (
  values: readonly Value[],
  works: readonly PlannedWork[],
  types: WorksReading['types'],
  attributeOf: AttributeOf,
): TokenFields => {
  const given = values.filter(({ value }) => value !== '')
  const isFile = ({ target }: Value) => works.some(({ tag }) => tag === target.name)
  const field = (name: TokenColumn) => fieldValue(given, name)?.value
  const [description, mediaType] = [field('description'), field('media_type')]
  const price = priceOf(field('price') ?? '')
  const ofKind = (kind: 'tag' | 'custom') => given.filter(({ target }) => target.kind === kind)
  return {
    asset_name: field('asset_name') ?? '',
    name: field('name') ?? '',
    ...(description === undefined ? {} : { description }),
    ...(mediaType === undefined ? {} : { media_type: mediaType }),
    metadata_attributes: [
      ...ofKind('tag')
        .filter((cell) => !isFile(cell))
        .map(({ target, value }) => attributeOf(target.name, value)),
      ...types,
    ],
    // fromEntries, because assigning the key "__proto__" would set the prototype.
    custom_attributes: Object.fromEntries(
      ofKind('custom').map(({ target, value }) => [target.name, value]),
    ),
    ...(price === undefined ? {} : { price }),
  }
}

/** The rule that a cell's value breaks, if any. */
const valueIssue = (
  value: string,
  column: MappedColumn,
  cellRef: CellRef,
  context: RowContext,
): Issue | undefined => {
  const { target } = column
  if (value === '')
    return target.kind === 'tag' && !isWork(column, context)
      ? emptyTag(target.name, cellRef, context)
      : undefined
  const isImage = target.kind === 'field' && target.name === 'image'
  if (!isImage && context.holdsTag(value)) return unresolved(value, cellRef)
  if (target.kind !== 'field')
    return wellFormedIssue(value, cellRef) ?? leftoverTagIssue(value, cellRef)
  return fieldIssue(target.name, value, cellRef, context)
}

const fieldIssue = (
  name: TokenColumn,
  value: string,
  cellRef: CellRef,
  { longDescriptionFix, longNameFix }: RowContext,
): Issue | undefined => {
  if (name === 'image') return wellFormedIssue(value, cellRef)
  if (name === 'media_type') return mediaTypeIssue(value, cellRef)
  if (name === 'price') return priceIssue(value, cellRef)
  const fixOf = name === 'description' ? () => longDescriptionFix : longNameFix
  const error = lengthIssue(value, cellRef, name === 'asset_name' ? undefined : fixOf)
  if (name !== 'asset_name') return error ?? leftoverTagIssue(value, cellRef)
  return error ?? ledgerNameIssue(value, cellRef) ?? asciiNameIssue(value, cellRef)
}

const emptyTag = (tag: string, cellRef: CellRef, context: RowContext): Issue | undefined => {
  if (!context.requiredTags.has(tag)) return undefined
  const message = `Row ${cellRef.row}, ${cellRef.column}: empty; the tag ${tag} of the collection needs a value for every token.`
  const fix: Fix = { kind: 'set_value', value: 'None', label: 'Write None' }
  return issueOf('missing_tag_value', message, { ...cellRef, fix })
}

const unresolved = (value: string, cellRef: CellRef): Issue =>
  issueOf(
    'unresolved_tag',
    `Row ${cellRef.row}, ${cellRef.column}: holds a tag of the collection, which would go on chain as it stands. Write the value itself.`,
    { ...cellRef, value },
  )

const missingIssue = (
  name: 'asset_name' | 'name' | 'image',
  values: readonly Value[],
  { alone, ...content }: PlannedContent & { readonly alone: readonly FileEntry[] },
  { matcher }: RowContext,
): Issue | undefined => {
  const cell = fieldValue(values, name)
  if (cell === undefined || cell.value !== '') return undefined
  const suggested = suggestion(name, content, matcher)
  const [work] = content.works
  if (name === 'image' && suggested === undefined && work === undefined)
    return missingImage(cell.cellRef, content.request.name, alone, matcher)
  const hint = suggested === undefined ? 'Fill it in.' : `${suggested.label}?`
  const why =
    name === 'image' && work !== undefined
      ? `empty; wallets show a still image of the work ${work.file.name}: a square PNG or JPEG of at most ${bytesText(limits.previewBytes)}.`
      : `no ${name === 'image' ? 'image' : labelOfField[name]}.`
  const message = `Row ${cell.cellRef.row}, ${cell.cellRef.column}: ${why} ${hint}`
  return issueOf('missing_value', message, {
    ...cell.cellRef,
    ...(suggested === undefined ? {} : { fix: suggested }),
    ...(name === 'image' ? { video: videoWithoutStill(filesOf(content.works), matcher) } : {}),
  })
}

const labelOfField = { asset_name: 'asset name', name: 'name' } as const

const filesOf = (works: readonly PlannedWork[]): readonly FileEntry[] =>
  works.map(({ file }) => file)

/** A suggestion for the empty cell from the row's other cells. */
const suggestion = (
  name: 'asset_name' | 'name' | 'image',
  { request: fields, image, works }: PlannedContent,
  matcher: FileMatcher,
): Fix | undefined => {
  if (name === 'image') {
    if (works.length > 0) return suggestedPreview(works, matcher)
    const file = fields.asset_name === '' ? undefined : matcher.withStem(fields.asset_name)
    return file === undefined ? undefined : pickFile(file)
  }
  const value =
    name === 'name' ? fields.asset_name : image?.kind === 'file' ? fileStem(image.file.name) : ''
  if (textError(value, limits.tokenText) !== undefined) return undefined
  return { kind: 'set_value', value, label: `Write ${value}` }
}

/** Issues of custom attribute keys belong to columns, not rows: {@link keyIssues}. */
const ofKey = 'custom_attributes.'

/** Rules broken by the row's metadata beyond those reported for its cells. */
const metadataIssues = (
  content: PlannedContent,
  row: number,
  { template, settings: { format } }: RowContext,
  reported: readonly Issue[],
): readonly Issue[] => {
  const { request: fields } = content
  const errors = tokenErrors(template, metadataInput(content, format))
  const lacksTag = errors.some(({ rule }) => rule === 'missing_tag')
  const lacksField = fields.asset_name === '' || fields.name === ''
  return errors.flatMap((error) => {
    if (error.rule === 'missing_tag' || error.field.startsWith(ofKey)) return []
    // A text with an unset tag can't be filled: report one issue, not two.
    if (error.rule === 'unresolved_tag' && (lacksTag || lacksField)) return []
    const column = tokenColumns.find((name) => name === error.field)
    if (reported.some((other) => other.severity === 'error' && other.column === column)) return []
    const cellRef = { row, ...(column === undefined ? {} : { column }) }
    return [issueOf(ruleOf(error), `Row ${row}, ${error.field}: ${error.message}.`, cellRef)]
  })
}

const ruleOf = ({ rule }: TokenError) =>
  rule === 'missing_tag' ? 'missing_tag_value' : ruleNames[rule]

const ruleNames = {
  unknown_tag: 'unknown_tag',
  duplicate_tag: 'duplicate_header',
  clashing_attribute: 'clashing_attribute',
  unresolved_tag: 'unresolved_tag',
  misplaced_list: 'invalid_text',
  attribute_too_long: 'attribute_too_long',
  metadata_too_large: 'metadata_too_large',
} as const

/** Invalid names of custom attributes, reported once instead of on each row. */
export const keyIssues = (
  columns: readonly MappedColumn[],
  template: MetadataTemplate | undefined,
  headerRow: number,
): readonly Issue[] => {
  const custom = columns.filter(({ target }) => target.kind === 'custom')
  const probe: TokenFields = {
    asset_name: 'probe',
    name: 'probe',
    custom_attributes: Object.fromEntries(custom.map(({ target }) => [target.name, 'probe'])),
  }
  const content = { request: probe, image: undefined, works: [] }
  return tokenErrors(template, metadataInput(content, 'keep')).flatMap((error) => {
    const column = custom.find(({ target }) => error.field === `${ofKey}${target.name}`)
    if (column === undefined) return []
    const message = `The column "${column.label}": ${error.message}. Rename it.`
    return [issueOf(ruleOf(error), message, { row: headerRow, column: column.label })]
  })
}
