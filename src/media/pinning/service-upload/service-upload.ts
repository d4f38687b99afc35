import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { countText } from '#values/text/format.ts'
import { serviceUpload } from '#contract/imports/service-upload.ts'
import { type Cid, ipfsUri } from '../../content/cid.ts'
import { imageCid } from '../../content/image-cid.ts'
import type { PinRecords } from '../pin-records.ts'
import type { ImageAnswer, PinSet } from '../pin-set.ts'

/** The minting service of an import. */
export type ServiceUploader = {
  /** Of its account. */
  readonly name: string
  readonly url: string
  readonly isHosted: boolean
}

/**
 * The minting service takes the bytes of each image with its token, so no place is asked.
 * @throws ColdpressError `invalid` for a Local studio, which keeps images on this computer
 */
export const createServiceUpload = (
  { name, url, isHosted }: ServiceUploader,
  records: PinRecords | undefined,
): PinSet => {
  if (!isHosted)
    throw errorBy(
      pinErrors,
      'service_keeps_here',
      {},
      `${name} keeps images on this computer, as the pin target local does. Choose local, or a place that others can reach.`,
    )
  const held = new Set<Cid>()
  let other: readonly ImageAnswer[] = []
  return {
    name: serviceUpload,
    pinners: [],
    need: 0,
    isPublic: true,
    test: async () => undefined,
    ask: async (cids) => new Set(cids),
    noteStored: () => new Set(),
    pin: async () => undefined,
    noteAnswers: (answers) => {
      const same = answers.filter(({ cid, image }) => imageCid({ image }) === cid)
      for (const { cid } of same) held.add(cid)
      other = answers.filter(({ cid }) => !held.has(cid))
      records?.note(
        { kind: serviceUpload, url, peer: '' },
        { held: same.map(({ cid }) => cid), lost: other.map(({ cid }) => cid) },
      )
    },
    holdings: (cids) => [
      {
        place: name,
        held: cids.filter((cid) => held.has(cid)).length,
        total: cids.length,
        error: differenceIn(other, name),
      },
    ],
    short: (cids) => cids.filter((cid) => !held.has(cid)),
  }
}

const differenceIn = (other: readonly ImageAnswer[], name: string): string | null => {
  const [first] = other
  if (first === undefined) return null
  const sent = ipfsUri(first.cid)
  if (first.image === null)
    return `${name} has not said yet under which CID it keeps ${countText(other.length, 'image')}. Run the import again to ask.`
  return `${name} keeps ${countText(other.length, 'image')} under another address than that of the bytes that it was sent: ${first.image}, and not ${sent}. Open ${other.length === 1 ? 'it' : 'them'} before you mint, or delete the tokens and pin at another place.`
}
