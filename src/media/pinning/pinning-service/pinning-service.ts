import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type AnyCid, type Cid, sameContent } from '../../content/cid.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { pinNameOf } from '../hosted-pinner.ts'
import type { Pinner, PinLabel } from '../pinner.ts'
import { createPinService } from '../service-call.ts'
import { createTokenBucket } from '#platform/http/token-bucket.ts'
import { waitUntilPinned } from '../wait-until-pinned.ts'

const status = z.object({
  requestid: shortText,
  status: shortText,
  pin: z.object({ cid: shortText }),
})
type Status = z.output<typeof status>
const page = z.object({ results: z.array(status).max(1_000) })

/** The interface lists only pinned ones unless asked for all. */
const everyStatus = 'queued,pinning,pinned,failed'
/** CIDs that one question may name. */
const cidsPerQuestion = 10

export type PinningServiceOptions = {
  readonly name: string
  readonly url: string
  readonly token: Secret
  readonly timeoutMs?: number
  readonly pollMs?: number
}

/**
 * A service of the Pinning Services API (ipfs.github.io/pinning-services-api-spec). It takes no
 * bytes: it fetches an image by its CID from another place, so it is a replica beside one.
 */
export const createPinningService = (options: PinningServiceOptions): Pinner => {
  const { name, token, timeoutMs = 35_000, pollMs = 2_000 } = options
  const pins = `${options.url.replace(/\/+$/u, '')}/pins`
  const service = `The pinning service at ${new URL(options.url).origin}`
  const remote = createPinService({
    service,
    secret: token,
    header: (secret) => ({ authorization: `Bearer ${secret}` }),
    bucket: createTokenBucket({ rate: 2, burst: 20 }),
    timeoutMs,
  })
  const find = async (cids: readonly AnyCid[], signal: AbortSignal): Promise<readonly Status[]> => {
    const query = new URLSearchParams({ cid: cids.join(','), status: everyStatus, limit: '1000' })
    const call = {
      operation: 'GET /pins',
      method: 'GET',
      url: `${pins}?${query.toString()}`,
      signal,
    } as const
    return (await remote.call(call, page))?.results ?? []
  }
  const wait = (cid: AnyCid, requestId: string, signal: AbortSignal): Promise<void> => {
    const operation = 'GET /pins/{requestid}'
    const url = `${pins}/${encodeURIComponent(requestId)}`
    const ask = async () =>
      (await remote.call({ operation, method: 'GET', url, signal }, status, [404]))?.status
    return waitUntilPinned(ask, { service, cid, pollMs, signal })
  }
  /** Not idempotent: a second request is a second pin, so an earlier one is replaced. */
  const request = async (
    cid: AnyCid,
    earlier: Status | undefined,
    signal: AbortSignal,
    label: PinLabel | undefined,
  ): Promise<void> => {
    const url = earlier === undefined ? pins : `${pins}/${encodeURIComponent(earlier.requestid)}`
    const json = {
      cid,
      name: pinNameOf(cid, label),
      ...(label === undefined ? {} : { meta: label }),
    }
    const call = { operation: 'POST /pins', method: 'POST', url, json, signal } as const
    const made = await remote.call(call, status)
    if (made !== undefined && made.status !== 'pinned') await wait(cid, made.requestid, signal)
  }
  const ofCid = (found: readonly Status[], cid: AnyCid): Status | undefined => {
    const own = found.filter((candidate) => sameContent(candidate.pin.cid, cid))
    return own.find((candidate) => candidate.status === 'pinned') ?? own.find(isUnderWay) ?? own[0]
  }
  const isPinned = async (cid: AnyCid, signal: AbortSignal): Promise<boolean> =>
    ofCid(await find([cid], signal), cid)?.status === 'pinned'
  const pin = async (cid: AnyCid, signal: AbortSignal, label?: PinLabel): Promise<void> => {
    const known = ofCid(await find([cid], signal), cid)
    if (known?.status === 'pinned') return
    if (known !== undefined && isUnderWay(known)) await wait(cid, known.requestid, signal)
    else await request(cid, known, signal, label)
  }

  return {
    name,
    identify: async () => ({ kind: 'pinning-service', url: options.url, peer: '' }),
    pin,
    resend: async (cid, signal, label) =>
      request(cid, ofCid(await find([cid], signal), cid), signal, label),
    pinned: async (cids, signal) => {
      const held = new Set<Cid>()
      for (let at = 0; at < cids.length; at += cidsPerQuestion) {
        const asked = cids.slice(at, at + cidsPerQuestion)
        const found = await find(asked, signal)
        for (const cid of asked) if (ofCid(found, cid)?.status === 'pinned') held.add(cid)
      }
      return held
    },
    state: async (cid, signal) => ((await isPinned(cid, signal)) ? 'unread' : 'unpinned'),
    // by CID, whatever it names
    archives: { isPinned, pin },
    test: async (signal) => {
      const url = `${pins}?limit=1`
      await remote.call({ operation: 'GET /pins', method: 'GET', url, signal }, page)
    },
  }
}

const isUnderWay = ({ status: state }: Status): boolean => state === 'queued' || state === 'pinning'
