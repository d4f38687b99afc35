import { open } from 'node:fs/promises'
import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { carHeaderBytes, carRootsOf } from '#media/content/car.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { PinTargets } from '#media/pinning/pin-targets.ts'

/** What is pinned: a file of this computer, or the CID of one that is stored. */
type Source = { readonly path: string } | { readonly cid: string }

/**
 * Stores files, or finds stored ones by their CID, and pins them at a place.
 * @param name the pin target's
 * @throws ColdpressError `usage` for a text that is no CID, `invalid` for a CAR archive, and as `PinSet.pin`
 */
export const pinFiles = async (
  { content, pinTargets }: { readonly content: ContentStore; readonly pinTargets: PinTargets },
  { name, sources }: { readonly name: string; readonly sources: readonly Source[] },
  signal: AbortSignal,
): Promise<readonly Cid[]> => {
  const pins = await pinTargets.open(name)
  const cids: Cid[] = []
  for (const source of sources) {
    const cid = 'path' in source ? await storeFile(content, source.path) : storedCid(source.cid)
    await pins.pin(cid, signal)
    cids.push(cid)
  }
  return cids
}

const storeFile = async (content: ContentStore, path: string): Promise<Cid> => {
  await refuseArchive(path)
  return (await content.addFile(path)).cid
}

const storedCid = (text: string): Cid => {
  const cid = readCid(text)?.v0
  if (cid !== undefined) return cid
  throw new ColdpressError(
    'usage',
    `${text} is neither a file nor a CID of the content store (Qm…).`,
  )
}

/**
 * Stored as a file, a CAR archive would have a CID of its own, and nobody would find its content under
 * the roots that tokens name.
 * @throws ColdpressError `invalid` for an archive, with its roots and what to do
 */
const refuseArchive = async (path: string): Promise<void> => {
  const roots = await carRootsOf(await headOf(path))
  if (roots === undefined) return
  const shown = roots.slice(0, 3).join(', ')
  const more = roots.length > 3 ? `, and ${roots.length - 3} more` : ''
  const archive =
    roots.length === 0
      ? 'a CAR archive without a root'
      : `a CAR archive of ${countText(roots.length, 'root')}: ${shown}${more}`
  throw errorBy(
    pinErrors,
    'car_archive',
    { roots: roots.slice(0, 100) },
    `${path} is ${archive}. As a file it would not be found under its roots, so it was not stored. Import it at an IPFS node (ipfs dag import FILE), or add the files that it was made of.`,
  )
}

const headOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(carHeaderBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The stored files that an archive is to hold, each read and found whole: one that lacks a file would
 * pass for a whole one.
 * @throws ColdpressError `usage`, `invalid` where there are none, `not_found` with those that lack
 */
export const filesToExport = async (
  content: Pick<ContentStore, 'isSound'>,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<readonly Cid[]> => {
  const cids = wanted.map(storedCid)
  if (cids.length === 0)
    throw new ColdpressError('invalid', 'No files are stored yet, so there is nothing to export.')
  const missing: Cid[] = []
  for (const cid of cids) {
    signal.throwIfAborted()
    if (!(await content.isSound(cid))) missing.push(cid)
  }
  if (missing.length === 0) return cids
  throw new ColdpressError(
    'not_found',
    `${missing.length} of ${countText(cids.length, 'file')} are damaged or gone, so no archive was written: ${missing.join(', ')}. Import their folder again, or name the files to export.`,
    { details: { missing } },
  )
}
