import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { printable } from '#values/text/printable.ts'
import { namingFolder } from '../plan/collection-name.ts'
import { workHeader } from '../plan/work-columns.ts'
import { type Issue, issueOf, readable, readingIssues } from '../table/issues.ts'
import { inTurns } from '../table/pieces.ts'
import { headerKey, shapeTable, sheetOf } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { fileAssetNames, seedOfFile } from './asset-names.ts'
import {
  type CellsByHeader,
  cellsOf,
  filesBeside,
  hasHeader,
  readCsv,
  tableFile,
  tryTable,
} from './csv-table.ts'
import { createImageFinder } from './find-media.ts'
import type { Format } from './format.ts'
import { distinctNames } from './pattern-asset-name.ts'
import { formatNote, traitHeader } from './record-table.ts'
import { isMedia } from './token-files.ts'

/** How a shop writes its products: what tells one from the next, and where its pictures are. */
type Shop = {
  readonly name: string
  readonly key: readonly string[]
  readonly pictures: string
  /** The columns that only this shop writes together. */
  readonly columns: readonly string[]
}

const shops: readonly Shop[] = [
  {
    name: 'Shopify',
    key: ['handle'],
    pictures: 'imagesrc',
    columns: ['handle', 'title', 'imagesrc'],
  },
  {
    name: 'WooCommerce',
    key: ['parent', 'sku', 'id'],
    pictures: 'images',
    columns: ['sku', 'name', 'images', 'type'],
  },
]

const shopOf = (table: Table): Shop | undefined =>
  shops.find(({ columns }) => columns.every((name) => hasHeader(table, name)))

/** The products of a shop, each over several rows: one for each picture or variant. */
export const shop: Format = {
  name: 'shop',
  recognise: async (source) => {
    const found = await tryTable(source)
    if (found === undefined || hasHeader(found.table, 'asset_name')) return undefined
    const known = shopOf(found.table)
    return known && { strength: 'sure', reason: `${found.name} has the columns of ${known.name}` }
  },
  read: async (source) => {
    const { tablePath, table } = await readCsv(source)
    const pictureOf = createImageFinder(source.files.filter(isMedia))
    const known = shopOf(table)
    if (known === undefined) throw notOfShop()
    const products = productsOf(table, known)
    const found = products.map(({ pictures }) => pictures.map((picture) => pictureOf(picture, '')))
    const seeds = products.map(({ key }) => seedOfFile(key))
    const { names, notes } = fileAssetNames(seeds, namingFolder(source.folder))
    const whole = names.map((name, at) => ({
      name: name === '' ? undefined : name.slice(0, limits.ledgerAssetNameBytes),
      own: [seeds[at]?.number ?? ''],
    }))
    const { names: distinct } = await inTurns(distinctNames(whole), source.signal)
    const made = tableOfProducts(table, products, distinct, found)
    return {
      tablePath,
      table: {
        ...made,
        issues: [
          ...rowsNote(table, products),
          ...notes.map(formatNote),
          ...pictureIssues(products, found),
          ...readingIssues({ ...made, issues: table.issues }),
          ...made.issues,
        ],
      },
    }
  },
  describes: tableFile,
  works: filesBeside,
}

const notOfShop = (): ColdpressError =>
  errorBy(
    importErrors,
    'format_mismatch',
    {},
    'The table has not the columns of a shop: Handle, Title and Image Src of Shopify, or SKU, Name, Type and Images of WooCommerce. Export the products again, or choose another format.',
  )

type Product = {
  readonly key: string
  /** The place of its first row, which has its texts. */
  readonly at: number
  readonly pictures: readonly string[]
}

const productsOf = (table: Table, { key, pictures }: Shop): readonly Product[] => {
  const cells = cellsOf(table)
  const keyAt = (at: number): string =>
    key.map((name) => cells[at]?.(name) ?? '').find((text) => text !== '') ?? `row ${at}`
  return [...Map.groupBy(cells.keys(), keyAt)].map(([product, places]) => ({
    key: product,
    at: places[0] ?? 0,
    pictures: [
      ...new Set(
        places
          .map((at) => cells[at])
          .filter((cell) => cell !== undefined)
          .toSorted((a, b) => positionOf(a) - positionOf(b))
          .flatMap((cell) => cell(pictures).split(/,\s*(?=https?:)/u))
          .filter((picture) => picture !== ''),
      ),
    ],
  }))
}

const positionOf = (cell: CellsByHeader): number => Number(cell('imageposition')) || Infinity

/** The image and the works of a token. */
const mostPictures = limits.worksPerToken + 1

const tableOfProducts = (
  table: Table,
  products: readonly Product[],
  names: readonly (string | undefined)[],
  pictures: readonly (readonly string[])[],
): Table => {
  const { header, rows, ...form } = sheetOf(table)
  const most = pictures.reduce((length, found) => Math.max(length, found.length), 1)
  const works = worksOfEach(pictures)
  const places = Array.from({ length: Math.min(most, mostPictures) }, (_, at) => at)
  return shapeTable({
    ...form,
    header: [
      ...header.map((text) => renameHeader(text.trim())),
      'asset_name',
      ...places.map((at) => pictureHeader(at, works)),
    ],
    rows: products.flatMap(({ at }, index) => {
      const row = rows[at]
      if (row === undefined) return []
      const own = header.map((_, place) => row.cells[place] ?? '')
      const found = places.map((place) => pictures[index]?.[place] ?? '')
      return [{ row: row.row, cells: [...own, names[index] ?? '', ...found] }]
    }),
  })
}

/** As many works as every product has pictures beside the first: each token needs each of them. */
const worksOfEach = (pictures: readonly (readonly string[])[]): number =>
  pictures.reduce((works, { length }) => Math.min(works, Math.max(0, length - 1)), mostPictures - 1)

const pictureHeader = (at: number, works: number): string => {
  if (at === 0) return 'image'
  return at <= works ? workHeader(at) : `ignore:picture ${at + 1}`
}

const fields: Readonly<Record<string, string>> = {
  title: 'name',
  name: 'name',
  shortdescription: 'description',
}

/** What a shop needs to sell and to send: its prices are in its own currency. */
const ofSelling =
  /^(?:id|sku|parent|handle|body|published|status|variant|option\d|image|gift card|seo|google|cost|price|compare|tax|weight|length|width|height|stock|in stock|low stock|backorders|sold individually|allow|purchase|sale|regular|date sale|visibility|is featured|shipping|download|external|button|position|grouped|upsells|cross|included|international|unit|collection|meta:|gtin|type)\b/iu

const renameHeader = (header: string): string => {
  const field = fields[headerKey(header)]
  if (field !== undefined) return field
  if (ofSelling.test(header)) return `ignore:${header}`
  return traitHeader(header.replace(/\s*\(product\.metafields\..*\)$/u, ''))
}

const rowsNote = ({ rows }: Table, products: readonly Product[]): readonly Issue[] => [
  formatNote(
    `${countText(rows.length, 'row')} of the shop are ${countText(products.length, 'product')}, and each becomes one token: its first picture is the image. To make a token of each row, have the folder read as a table.`,
  ),
]

/** The question that pictures leave which not every product has. */
const pictureIssues = (
  products: readonly Product[],
  pictures: readonly (readonly string[])[],
): readonly Issue[] => {
  const works = worksOfEach(pictures)
  const notes = works === 0 ? [] : [worksNote(works)]
  const more = pictures.flatMap((found, at) => (found.length > works + 1 ? [at] : []))
  const [first] = more
  if (first === undefined) return notes
  const left = pictures[first]?.slice(works + 1) ?? []
  const message = `${countText(more.length, 'product has', 'products have')} more pictures than others, such as "${readable(printable(products[first]?.key ?? ''))}": ${readable(printable(left.join(', ')))} is left out, for each token of a collection has the same number of works. Give every product as many, or have the folder read as a table to make a token of each picture.`
  return [...notes, issueOf('several_pictures', message)]
}

const worksNote = (works: number): Issue =>
  formatNote(
    `The ${works === 1 ? 'second picture' : `${countText(works, 'picture')} after the first`} of each product goes beside its image, as a work.`,
  )
