import { readCid } from '#core/content/cid.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import { lookOf } from './match-files.ts'
import type { PlannedImage } from './plan-types.ts'

export type DuplicateCheck = {
  /** Records the row and reports what it shares with an earlier row. */
  readonly check: (
    row: number,
    assetName: string,
    image: PlannedImage | undefined,
  ) => readonly Issue[]
}

/** Takes rows in table order; each issue is on the later row and names the first. */
export const createDuplicateCheck = (): DuplicateCheck => {
  const names = new Map<string, number>()
  const alikeNames = new Map<string, { row: number; name: string }>()
  const files = new Map<string, number>()
  const contents = new Map<string, number>()

  const checkName = (row: number, name: string): readonly Issue[] => {
    const first = remember(names, name, row)
    const alike = remember(alikeNames, lookOf(name), { row, name })
    const cellRef = { row, column: 'asset_name', value: name }
    if (first !== undefined) {
      const message = `Row ${row}, asset_name: row ${first} has the same asset name; each must be unique in the collection. Rename or remove one.`
      const fix = { kind: 'remove_row', value: '', label: `Remove row ${row}` } as const
      return [issueOf('duplicate_asset_name', message, { ...cellRef, fix })]
    }
    if (alike === undefined) return []
    const message = `Row ${row}, asset_name: differs from "${alike.name}" in row ${alike.row} by case, Unicode form or unseen characters only; people will take one for the other.`
    return [issueOf('asset_name_case', message, cellRef)]
  }

  const checkImage = (row: number, image: PlannedImage): readonly Issue[] => {
    const cellRef = { row, column: 'image', value: imageName(image) }
    const file = image.kind === 'file' ? remember(files, image.file.name, row) : undefined
    const content = contentKey(image)
    const same = content === undefined ? undefined : remember(contents, content, row)
    if (file !== undefined) {
      const message = `Row ${row}, image: row ${file} has the same file.`
      return [issueOf('duplicate_file', message, cellRef)]
    }
    if (same === undefined) return []
    const message = `Row ${row}, image: the same content as in row ${same}.`
    return [issueOf('duplicate_content', message, cellRef)]
  }

  return {
    check: (row, assetName, image) => [
      ...(assetName === '' ? [] : checkName(row, assetName)),
      ...(image === undefined ? [] : checkImage(row, image)),
    ],
  }
}

/** The first value stored under the key, if it is another one. */
const remember = <V>(map: Map<string, V>, key: string, value: V): V | undefined => {
  const first = map.get(key)
  if (first === undefined) map.set(key, value)
  return first
}

const imageName = (image: PlannedImage): string => {
  if (image.kind === 'file') return image.file.name
  return image.kind === 'ipfs' ? image.uri : image.url
}

/** Equal for images with the same bytes; undefined if their bytes are unknown. */
const contentKey = (image: PlannedImage): string | undefined => {
  if (image.kind === 'file') return image.file.sha256 && `sha256 ${image.file.sha256}`
  if (image.kind === 'url') return `url ${image.url}`
  const cid = readCid(image.uri.slice('ipfs://'.length))
  return cid && `cid ${cid.codec} ${cid.multihash}`
}
