import { readCid } from '#media/content/cid.ts'
import { readIpfsUri } from '#media/content/ipfs-address.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import { baseOf, createFileMatcher, folderOfName, sameName } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isImageAddress } from '../plan/read-image.ts'
import type { RecordWork } from './record-table.ts'

type Beside = Pick<FileEntry, 'name'>

/**
 * The name of the file of a token's image, or what the metadata says where no file fits. A file
 * that the metadata names and the folder lacks stays missing: no other one takes its place.
 * `beside`: the file that names it, in whose folder it is looked for first.
 */
export const createImageFinder = (works: readonly FileEntry[]) => {
  const matcher = createFileMatcher(works)
  return (image: string, stem: string, beside?: Beside): string => {
    const folder = folderOfName(beside?.name ?? '')
    const names = namesIn(image)
    for (const name of names) {
      const found = matcher.matchNear(name, folder)
      if (found.kind === 'found' && mayBe(image, found.file)) return found.file.name
    }
    if (readCid(image.replace(/^ipfs:\/\//iu, '')) !== undefined) return image
    const named = names.findLast((name) => mediaTypeOfName(name) !== undefined)
    const ofStem =
      stem === '' || named !== undefined ? undefined : matcher.withStem(stem, { folder })
    if (ofStem !== undefined) return ofStem.name
    // A placeholder such as ipfs://NewUriToReplace/1.png names a file that is missing.
    return /^ipfs:\/\/[^/]+$|^https?:/iu.test(image) ? image : missingName(image, named) || stem
  }
}

/**
 * What goes beside the image: the file of the folder that is named, or an IPFS address whose media
 * type is given or shows in its name.
 */
export const createWorkFinder = (works: readonly FileEntry[]) => {
  const matcher = createFileMatcher(works)
  return (address: string, given?: string, beside?: Beside): RecordWork | undefined => {
    for (const name of namesIn(address)) {
      const found = matcher.matchNear(name, folderOfName(beside?.name ?? ''))
      if (found.kind === 'found' && mayBe(address, found.file)) return { src: found.file.name }
    }
    const ipfs = readIpfsUri(address)
    const type = given ?? mediaTypeOfName(ipfs?.path ?? '')
    return ipfs === undefined || type === undefined ? undefined : { src: ipfs.uri, type }
  }
}

/** A path may start above or below the folder that was chosen, and names no file of another one. */
const mayBe = (image: string, { name }: FileEntry): boolean => {
  if (isImageAddress(image)) return true
  const path = sameName(`/${image.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/u, '')}`)
  return path.endsWith(`/${sameName(name)}`) || sameName(`/${name}`).endsWith(path)
}

/** A path stays whole: its last part alone could name a file of another folder. */
const missingName = (image: string, named: string | undefined): string =>
  isImageAddress(image) ? (named ?? baseOf(image)) : image

/** What a file may be called in the folder. Only an address has a query and a fragment. */
const namesIn = (image: string): readonly string[] => {
  const plain = isImageAddress(image) ? image.replace(/[?#].*$/u, '') : image
  return [image, baseOf(image), plain, baseOf(plain)].filter((name) => name !== '')
}
