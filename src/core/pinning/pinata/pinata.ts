import { z } from 'zod'
import { longText, shortText } from '#shared/bounded.ts'
import { type Cid, sameContent } from '#core/content/cid.ts'
import type { Secret } from '#core/secret/secret.ts'
import { foreignCid, isForeign } from '../foreign-cid.ts'
import { pinNameOf, type Upload, uploadingPinner } from '../hosted-pinner.ts'
import type { PinnedContent } from '../missing-content.ts'
import { multipart } from '../multipart.ts'
import type { Pinner } from '../pinner.ts'
import { createPinService } from '../service-call.ts'
import { createTokenBucket } from '../token-bucket.ts'

/** Larger files need resumable uploads (TUS), which this does not speak. docs.pinata.cloud/files/uploading-files */
const largest = 100_000_000

/** Pinata's free plan: 60 calls a minute. docs.pinata.cloud/account-management/limits */
const freePlan = { rate: 1, burst: 10 }

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
}

/** Pinata's interface v3. docs.pinata.cloud/api-reference */
export const createPinataPinner = (options: PinataOptions): Pinner => {
  const { name, token, store, timeoutMs = 35_000 } = options
  const [api, uploads] = [options.apiUrl, options.uploadUrl].map((url) => url.replace(/\/+$/u, ''))
  const pinata = createPinService({
    service: 'Pinata',
    secret: token,
    header: (secret) => ({ authorization: `Bearer ${secret}` }),
    bucket: createTokenBucket(freePlan),
    timeoutMs,
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
    (await find(`cid=${cid}&limit=1`, signal)).some((one) => sameContent(one.cid, cid))

  const upload = async ({ cid, size, bytes, label }: Upload, signal: AbortSignal) => {
    const fields = {
      // private is the default
      network: 'public',
      cid_version: 'v0',
      name: longText.parse(pinNameOf(cid, label)),
      ...(label === undefined ? {} : { keyvalues: JSON.stringify(label) }),
    }
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
    if (answer === undefined || !isForeign(answer.data.cid, cid)) return
    const url = `${files}/${encodeURIComponent(answer.data.id)}`
    const remove = { operation: 'DELETE /v3/files/public', method: 'DELETE', url, signal } as const
    await pinata.call(remove, deleted).catch(() => undefined)
    throw foreignCid('Pinata', cid, answer.data.cid)
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
