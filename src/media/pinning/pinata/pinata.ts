import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { type Cid, sameContent } from '../../content/cid.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { cidNotSaid, foreignCid, isForeign } from '../foreign-cid.ts'
import { pinNameOf, type Upload, uploadingPinner } from '../hosted-pinner.ts'
import type { PinnedContent } from '../missing-content.ts'
import { multipart } from '../multipart.ts'
import type { Pinner, PinLabel } from '../pinner.ts'
import { createPinService } from '../service-call.ts'
import { createTokenBucket } from '#platform/http/token-bucket.ts'
import { createResumableUploads } from './resumable-upload.ts'

/** Larger files go in pieces (TUS), up to Pinata's limit for a file. docs.pinata.cloud/files/uploading-files */
const largestAtOnce = 100_000_000
const largest = 25_000_000_000

/** Pinata's free plan: 60 calls a minute. docs.pinata.cloud/account-management/limits */
export const freePlan = { rate: 1, burst: 10 }

const file = z.object({ id: shortText, cid: shortText })
const uploaded = z.object({ data: file })
const listed = z.object({ data: z.object({ files: z.array(file).max(100).nullish() }) })
const deleted = z.unknown()

export type PinataOptions = {
  readonly name: string
  readonly apiUrl: string
  readonly uploadUrl: string
  readonly token: Secret
  readonly store: PinnedContent
  readonly timeoutMs?: number
  /** Bytes above which a file goes in pieces, and of each piece. */
  readonly largestAtOnce?: number
  readonly pieceBytes?: number
  readonly waitMs?: number
}

/** Private is the default network. */
const fieldsOf = (label: PinLabel | undefined) => ({
  network: 'public',
  cid_version: 'v0',
  ...(label === undefined ? {} : { keyvalues: JSON.stringify(label) }),
})

/** Pinata's interface v3. docs.pinata.cloud/api-reference */
export const createPinataPinner = (options: PinataOptions): Pinner => {
  const { name, token, store, timeoutMs = 35_000, largestAtOnce: atOnce = largestAtOnce } = options
  const [api, uploads] = [options.apiUrl, options.uploadUrl].map((url) => url.replace(/\/+$/u, ''))
  const pinata = createPinService({
    service: 'Pinata',
    secret: token,
    header: (secret) => ({ authorization: `Bearer ${secret}` }),
    bucket: createTokenBucket(freePlan),
    timeoutMs,
  })
  const inPieces = createResumableUploads({
    remote: pinata,
    url: `${uploads}/v3/files?X-Upload-Option-Cid-Version=v0`,
    store,
    pieceBytes: options.pieceBytes,
    waitMs: options.waitMs,
  })
  const files = `${api}/v3/files/public`
  const find = async (query: string, signal: AbortSignal) => {
    const call = {
      operation: 'GET /v3/files/public',
      method: 'GET',
      url: `${files}?${query}`,
    } as const
    return (await pinata.call({ ...call, signal }, listed))?.data.files ?? []
  }
  const isPinned = async (cid: Cid, signal: AbortSignal): Promise<boolean> =>
    (await find(`cid=${cid}&limit=1`, signal)).some((pin) => sameContent(pin.cid, cid))

  const uploadWhole = async ({ cid, size, bytes, label }: Upload, signal: AbortSignal) => {
    const fields = { ...fieldsOf(label), name: longText.parse(pinNameOf(cid, label)) }
    const answer = await pinata.call(
      {
        operation: 'POST /v3/files',
        method: 'POST',
        url: `${uploads}/v3/files`,
        form: multipart(fields, { name: cid, size, bytes }),
        signal,
      },
      uploaded,
    )
    return answer?.data
  }

  const uploadInPieces = async ({ cid, size, label }: Upload, signal: AbortSignal) => {
    const name = longText.parse(pinNameOf(cid, label))
    const metadata = { ...fieldsOf(label), filename: name, filetype: 'application/octet-stream' }
    const given = await inPieces.send({ cid, size, metadata }, signal)
    if (given === undefined) {
      if (await isPinned(cid, signal)) return undefined
      throw cidNotSaid('Pinata', cid, { operation: 'PATCH /v3/files', status: 204 })
    }
    if (!isForeign(given, cid)) return { cid: given, id: '' }
    const [stored] = await find(`cid=${encodeURIComponent(given)}&limit=1`, signal)
    return { cid: given, id: stored?.id ?? '' }
  }

  const upload = async (file: Upload, signal: AbortSignal): Promise<void> => {
    const { cid, size } = file
    const stored = await (size > atOnce ? uploadInPieces(file, signal) : uploadWhole(file, signal))
    if (stored === undefined || !isForeign(stored.cid, cid)) return
    const url = `${files}/${encodeURIComponent(stored.id)}`
    const remove = { operation: 'DELETE /v3/files/public', method: 'DELETE', url, signal } as const
    if (stored.id !== '') await pinata.call(remove, deleted).catch(() => undefined)
    throw foreignCid('Pinata', cid, stored.cid)
  }

  return {
    ...uploadingPinner({
      name,
      service: 'Pinata',
      kind: 'pinata',
      url: options.apiUrl,
      store,
      largest,
      isPinned,
      upload,
      test: async (signal) => void (await find('limit=1', signal)),
    }),
    // its own gateway serves on another address, under limits of its own
    state: async (cid, signal) => ((await isPinned(cid, signal)) ? 'unread' : 'unpinned'),
  }
}
