import type { ExportFormat } from '#contract/imports/export-formats.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { worksOf } from '#cardano/template.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import { readIpfsUri } from '#media/content/ipfs-address.ts'
import { extensionOf } from '#media/content/media.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { ExistingToken } from '../plan/plan-types.ts'
import { type ExportedFileNames, fileStems } from './export-tokens.ts'

/** The images and works that an export can bring along: those whose content is on this computer. */
export type ExportFiles = {
  readonly names: ExportedFileNames
  readonly files: readonly { readonly name: string; readonly cid: Cid; readonly bytes: number }[]
  /** How many others the tokens have, which keep their addresses. */
  readonly elsewhere: number
}

export const noFiles: ExportFiles = { names: new Map(), files: [], elsewhere: 0 }

type Store = Pick<ContentStore, 'get'>

/**
 * Each content once, under the name of the first token that has it; for NMKR each token has its own
 * files, for there their names are what makes them the token's.
 */
export const filesOfTokens = (
  format: ExportFormat,
  template: MetadataTemplate | undefined,
  tokens: readonly ExistingToken[],
  store: Store,
): ExportFiles => {
  const names = new Map<string, string>()
  const files: ExportFiles['files'][number][] = []
  const elsewhere = new Set<string>()
  const stems = fileStems(tokens)
  const works = worksOf(template)
  for (const [at, token] of tokens.entries())
    for (const [number, { address, type }] of addressesOf(token, works).entries()) {
      if (address === '' || (format !== 'nmkr' && names.has(address))) continue
      const found = storedFile(address, type, store)
      if (found === undefined) {
        elsewhere.add(address)
        continue
      }
      const name = `${stems[at]}${number === 0 ? '' : infix(format, number)}${found.extension}`
      names.set(address, name)
      files.push({ name, cid: found.cid, bytes: found.bytes })
    }
  return { names, files, elsewhere: elsewhere.size }
}

/** NMKR finds the further files of a token by their names. */
const infix = (format: ExportFormat, number: number): string =>
  format === 'nmkr' ? `.subfile.${number}` : `_${number + 1}`

type Address = { readonly address: string; readonly type: string | undefined }

/** The image first, then the works in the order of the collection's files. */
const addressesOf = (
  { image, fields }: ExistingToken,
  works: ReturnType<typeof worksOf>,
): readonly Address[] => {
  const values = new Map(
    (fields.metadata_attributes ?? []).map(({ tag, value }) => [tag, textOfValue(value)] as const),
  )
  return [
    { address: image ?? '', type: fields.media_type },
    ...works.map(({ tag, typeTag }) => ({
      address: values.get(tag) ?? '',
      type: values.get(typeTag ?? ''),
    })),
  ]
}

/** Undefined for what is elsewhere, and for a type whose files no import would take. */
const storedFile = (address: string, type: string | undefined, store: Store) => {
  const ipfs = readIpfsUri(address)
  const cid = ipfs?.path === '' ? readCid(ipfs.cid)?.v0 : undefined
  const stored = cid === undefined ? undefined : store.get(cid)
  if (cid === undefined || stored === undefined) return undefined
  const extension = extensionOf(stored.mediaType ?? type ?? '')
  return extension === undefined ? undefined : { cid, extension, bytes: stored.size }
}
