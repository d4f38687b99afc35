import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { baseOf, folderOfName, sameName, fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { Format, FormatSource } from './format.ts'
import { firstJson, tryJson } from './read-json.ts'
import { isMedia, pairedFiles, readTokenFiles, tokenFiles } from './token-files.ts'
import { tokenJson } from './token-json.ts'
import { isOwnCollectionFile } from './unread-files.ts'

/** Metaplex Sugar: `assets/0.png`, `assets/0.json` … and `assets/collection.json`. */
export const sugar: Format = {
  name: 'sugar',
  recognise: async (source) => {
    if (source.named !== undefined) return undefined
    const described = describedBy(source)
    const paired = pairedFiles(described, source.files.filter(isMedia))
    const [one] = paired
    if (one === undefined) return undefined
    const collection = collectionFile(source)
    if (collection !== undefined && (await tryJson(source, collection, collectionJson)))
      return { strength: 'sure', reason: `${collection.name} is beside ${one.name}` }
    const first = await firstJson(source, paired, tokenJson)
    return first?.json.extras.seller_fee_basis_points === undefined
      ? undefined
      : { strength: 'likely', reason: `${first.file.name} has the fields of Metaplex` }
  },
  read: async (source) => {
    const collection = collectionFile(source)
    const json = collection && (await tryJson(source, collection, collectionJson))
    const described = describedBy(source)
    return await readTokenFiles(source, { described, works: worksOf(source) }, json?.name)
  },
  describes: (source) => describedBy(source),
  works: (source) => worksOf(source),
}

/** What `collection propose` writes has a name too, and is no file of Metaplex. */
const collectionJson = z
  .looseObject({ name: longText })
  .refine((json) => !isOwnCollectionFile(json), 'is a collection for Coldpress to create')

const collectionFile = ({ files }: FormatSource): FileEntry | undefined =>
  files.find(({ name }) => sameName(baseOf(name)) === 'collection.json')

/** `assets/`, wherever it is. */
const inAssets = (source: FormatSource): readonly FileEntry[] => {
  const collection = collectionFile(source)
  const root = collection === undefined ? '' : folderOfName(collection.name)
  return source.files.filter(({ name }) => name.startsWith(root))
}

const describedBy = (source: FormatSource): readonly FileEntry[] => tokenFiles(inAssets(source))

/** The collection's own image is no token's. */
const worksOf = (source: FormatSource): readonly FileEntry[] =>
  inAssets(source).filter((file) => isMedia(file) && sameName(fileStem(file.name)) !== 'collection')
