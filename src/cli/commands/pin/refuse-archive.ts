import { open } from 'node:fs/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { carHeaderBytes, carRootsOf } from '#media/content/car-roots.ts'
import { hint } from '#cli/terminal/hint.ts'

/**
 * Stored as a file, a CAR archive would have a CID of its own, and nobody would find its content under
 * the roots that tokens name.
 * @throws ColdpressError `invalid` for an archive, with its roots and what to do
 */
export const refuseArchive = async (path: string): Promise<void> => {
  const roots = await carRootsOf(await headOf(path))
  if (roots === undefined) return
  const shown = roots.slice(0, 3).join(', ')
  const more = roots.length > 3 ? `, and ${roots.length - 3} more` : ''
  const named =
    roots.length === 0
      ? 'a CAR archive without a root'
      : `a CAR archive of ${countText(roots.length, 'root')}: ${shown}${more}`
  throw new ColdpressError(
    'invalid',
    `${path} is ${named}. As a file it would not be found under its roots, so it was not stored. Import it at an IPFS node (ipfs dag import FILE), or add the files that it was made of. Content that tokens name is fetched and kept by ${hint('pin adopt POLICY_ID')}.`,
    { details: { rule: 'car_archive', roots: roots.slice(0, 100) } },
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
