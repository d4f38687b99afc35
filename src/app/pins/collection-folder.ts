import { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { Token } from '#contract/tokens/token.ts'
import { type Cid, sameContent } from '#media/content/cid.ts'
import { type FolderFile, importFolder, isOneBlock } from '#media/content/folder.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { PinCheckProgress } from '#media/pinning/check-pins.ts'
import type { Pinner } from '#media/pinning/pinner.ts'
import type { PinTargets } from '#media/pinning/pin-targets.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { fetchWithTokens } from '../accounts/fetch-with-tokens.ts'
import { type ExportFiles, filesOfTokens } from '../imports/formats/export-files.ts'
import { existingTokenIssue } from '../imports/plan/existing.ts'

/** The images and works of a collection's tokens as one folder, so that one CID names all of them. */
type CollectionFolder = {
  readonly cid: Cid
  /** In a pin target's own view of files. */
  readonly path: string
  readonly name: string
  readonly files: readonly FolderFile[]
  /** Files of its tokens that are not on this computer, and lack. */
  readonly elsewhere: number
}

type Making = {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: PinCheckProgress) => void) | undefined
}

type MakingAtPlaces = Pick<Making, 'signal'> & {
  readonly onProgress?: ((progress: PinCheckProgress, step: 'read' | 'place') => void) | undefined
}

/** The images and works of a collection's tokens that are on this computer, each once. */
export const filesOfCollection = (
  { metadata }: Pick<Collection, 'metadata'>,
  tokens: readonly Token[],
  content: ContentStore,
): ExportFiles =>
  filesOfTokens('csv', metadata ?? undefined, tokens.map(existingTokenIssue), content)

/**
 * Reads every file once.
 * @throws ColdpressError `invalid` where no file of the collection is on this computer, `corrupt`,
 * `cancelled`
 */
const collectionFolder = async (
  { id, name, metadata }: Pick<Collection, 'id' | 'name' | 'metadata'>,
  tokens: readonly Token[],
  content: ContentStore,
  { signal, onProgress }: Making,
): Promise<CollectionFolder> => {
  const found = filesOfCollection({ metadata }, tokens, content)
  const files = found.files.map(({ name: file, cid }) => ({ name: file, cid }))
  const total = files.length
  if (total === 0)
    throw new ColdpressError(
      'invalid',
      `No image of ${name} is on this computer, so there is no folder to make. Import its images first.`,
    )
  let done = 0
  const cid = await importFolder(
    files,
    (file) => content.read(file),
    () => signal.throwIfAborted(),
    () => onProgress?.({ done: (done += 1), total }),
  )
  return {
    cid,
    path: `/Coldpress/${toFileName(name)}-${id}`,
    name,
    files,
    elsewhere: found.elsewhere,
  }
}

/** A name that is one part of a path everywhere. */
const toFileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_').trim()

/** The folder at one pin target. `cid` is the target's own answer. */
export type PlacedFolder = {
  readonly place: string
  readonly cid: string
  /** Whether it is the CID that Coldpress computed. */
  readonly isSame: boolean
}

/**
 * Makes the folder at a pin target that has its files.
 * @throws ColdpressError `invalid` for a target without a view of files, `not_found` where files lack
 * there, `service_error` for another CID of a folder of one block, and what the target throws
 */
const placeFolder = async (
  pinner: Pinner,
  { cid, path, name, files }: CollectionFolder,
  { signal, onProgress }: Making,
): Promise<PlacedFolder> => {
  const place = pinner.name
  if (pinner.makeFolder === undefined)
    throw errorBy(
      importErrors,
      'no_folders',
      { place },
      `${place} has no view of files to make a folder in; a Kubo node has one. Hand over the folder as a CAR archive.`,
    )
  const pinned = await pinner.pinned([...new Set(files.map((file) => file.cid))], signal)
  const missing = files.filter((file) => !pinned.has(file.cid)).length
  if (missing > 0)
    throw errorBy(
      importErrors,
      'not_at_target',
      { place },
      `${countText(missing, 'file')} of ${name} ${missing === 1 ? 'is' : 'are'} not pinned at ${place}. Pin them first.`,
    )
  let done = 0
  const onFile = () => onProgress?.({ done: (done += 1), total: files.length })
  const answered = await pinner.makeFolder({ path, name, files, onFile }, signal)
  const isSame = sameContent(answered, cid)
  if (isSame || !isOneBlock(files)) return { place, cid: answered, isSame }
  throw errorBy(
    importErrors,
    'foreign_cid',
    { cid, given: answered },
    `${place} gave the folder another CID, ${answered}, than that of its files, ${cid}. Another program may have changed it meanwhile: try again.`,
  )
}

/**
 * Makes the folder of an account's collection, at every place of a pin target if one is named.
 * @throws ColdpressError as {@link collectionFolder} and {@link placeFolder}
 */
export const makeCollectionFolder = async (
  app: {
    readonly accounts: Pick<Accounts, 'client'>
    readonly content: ContentStore
    readonly pinTargets: Pick<PinTargets, 'open'>
  },
  { name, ...collection }: FolderToMake,
  { signal, onProgress }: MakingAtPlaces,
): Promise<CollectionFolder & { readonly places: readonly PlacedFolder[] }> => {
  const pinners = name === undefined ? [] : (await app.pinTargets.open(name)).pinners
  const making = (step: 'read' | 'place'): Making => ({
    signal,
    onProgress: onProgress && ((made) => onProgress(made, step)),
  })
  const { found, tokens } = await fetchWithTokens(app.accounts, collection, signal)
  const folder = await collectionFolder(found, tokens, app.content, making('read'))
  const places = []
  for (const pinner of pinners) places.push(await placeFolder(pinner, folder, making('place')))
  return { ...folder, places }
}

/** `name`: the pin target's. */
type FolderToMake = {
  readonly name?: string | undefined
  readonly accountId: string
  readonly collectionId: string
}
