import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../../content/cid.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { foreignCid, isForeign } from '../foreign-cid.ts'
import { type Upload, uploadingPinner } from '../hosted-pinner.ts'
import { isContent } from '../is-content.ts'
import type { PinnedContent } from '../missing-content.ts'
import { multipart } from '../multipart.ts'
import type { Pinner } from '../pinner.ts'
import { createPinService } from '../service-call.ts'
import { createTokenBucket } from '#platform/http/token-bucket.ts'
import { waitUntilPinned } from '../wait-until-pinned.ts'

/** docs.blockfrost.io, "IPFS": 100 MB a file, 10 calls a second with a burst of 500. */
const largest = 100_000_000
const limit = { rate: 10, burst: 500 }

const added = z.object({ ipfs_hash: shortText })
const pin = z.object({ state: shortText })

export type BlockfrostIpfsOptions = {
  readonly name: string
  readonly url: string
  readonly projectId: Secret
  readonly store: PinnedContent
  readonly timeoutMs?: number
  /** Between two questions about a queued pin. */
  readonly pollMs?: number
}

/** Blockfrost's IPFS interface. It never asks for Filecoin, which cannot be taken back. */
export const createBlockfrostPinner = (options: BlockfrostIpfsOptions): Pinner => {
  const { name, projectId, store, timeoutMs = 35_000, pollMs = 2_000 } = options
  const url = options.url.replace(/\/+$/u, '')
  const blockfrost = createPinService({
    service: 'Blockfrost',
    secret: projectId,
    header: (secret) => ({ project_id: secret }),
    bucket: createTokenBucket(limit),
    timeoutMs,
  })
  const stateOf = async (cid: Cid, signal: AbortSignal): Promise<string | undefined> => {
    const operation = 'GET /ipfs/pin/list'
    const call = { operation, method: 'GET', url: `${url}/ipfs/pin/list/${cid}`, signal } as const
    return (await blockfrost.call(call, pin, [404]))?.state
  }
  const isPinned = async (cid: Cid, signal: AbortSignal): Promise<boolean> =>
    (await stateOf(cid, signal)) === 'pinned'

  const upload = async ({ cid, size, bytes }: Upload, signal: AbortSignal): Promise<void> => {
    const form = multipart({}, { name: cid, size, bytes })
    const send = { operation: 'POST /ipfs/add', method: 'POST', url: `${url}/ipfs/add` } as const
    const answer = await blockfrost.call({ ...send, form, signal }, added)
    // what is not pinned is deleted there by itself
    if (answer !== undefined && isForeign(answer.ipfs_hash, cid))
      throw foreignCid('Blockfrost', cid, answer.ipfs_hash)
    const operation = 'POST /ipfs/pin/add'
    const keep = { operation, method: 'POST', url: `${url}/ipfs/pin/add/${cid}`, signal } as const
    if ((await blockfrost.call(keep, pin))?.state === 'pinned') return
    await waitUntilPinned(() => stateOf(cid, signal), {
      service: 'Blockfrost',
      cid,
      pollMs,
      signal,
    })
  }

  const read = <T>(
    cid: Cid,
    signal: AbortSignal,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> => {
    const operation = 'GET /ipfs/gateway'
    const call = { operation, method: 'GET', url: `${url}/ipfs/gateway/${cid}`, signal } as const
    return blockfrost.read(call, take)
  }

  return {
    ...uploadingPinner({
      name,
      service: 'Blockfrost',
      kind: 'blockfrost-ipfs',
      url: options.url,
      store,
      largest,
      isPinned,
      upload,
      test: async (signal) => {
        const operation = 'GET /ipfs/pin/list'
        const call = { operation, method: 'GET', url: `${url}/ipfs/pin/list?count=1` } as const
        await blockfrost.call({ ...call, signal }, z.array(z.unknown()).max(100))
      },
    }),
    read,
    state: async (cid, signal) => {
      if (!(await isPinned(cid, signal))) return 'unpinned'
      try {
        const maxBytes = store.maxBytesOf(cid)
        const isSound = await read(cid, signal, (bytes) => isContent(bytes, cid, maxBytes))
        return isSound ? 'sound' : 'incomplete'
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ColdpressError && unreadable.has(error.code)) return 'incomplete'
        throw error
      }
    },
  }
}

const unreadable: ReadonlySet<string> = new Set(['service_error', 'timeout'])
