import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { CID } from 'multiformats/cid'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { isBlockOf, isInline, largestBlock, linksOf } from '../content/block.ts'
import { carBlocks } from '../content/car-blocks.ts'
import { type AnyCid, anyCidOf, cidObject } from '../content/cid.ts'
import type { ContentAddress } from '../content/content-address.ts'
import { resolvePath } from '../content/walk-dag.ts'
import { Deadline } from '#platform/http/deadline.ts'
import { sendFollowing } from '#platform/http/outgoing/send.ts'
import {
  failedService,
  lostAnswer,
  type Meaning,
  meaningOf,
  timeoutError,
  unexplained,
} from './service-error.ts'

/** After so long, a gateway that sends less is taken for one that hangs. */
const slowAfterMs = 60_000
const slowestBytesPerSecond = 2 * 1024

export type DagRequest = {
  /** An IPFS gateway that answers CAR archives (specs.ipfs.tech/http-gateways/trustless-gateway). */
  readonly gateway: string
  /** Into the folder of the CID, with its slash, as it stands in a URI. Default: all of it. */
  readonly path?: string
  readonly signal: AbortSignal
  /** More is not read. */
  readonly maxBytes: number
  /** Longest time without progress. */
  readonly timeoutMs: number
}

/** Answers `enough` to read no further; throws what is wrong with a block. */
type TakeBlock = (
  cid: CID,
  bytes: Uint8Array,
) => 'enough' | undefined | Promise<'enough' | undefined>

/** What messages call a gateway. */
export const gatewayName = (gateway: string): string =>
  `The IPFS gateway at ${new URL(gateway).host}`

/**
 * Has an IPFS gateway give the blocks of a file or folder. Each is the block of its CID; whether it
 * belongs there is for `take` to say.
 * @returns the bytes that were read
 * @throws ColdpressError `corrupt` for other bytes, `too_large`, `not_found`, `unreachable`,
 * `timeout`, `rate_limited`, `service_error`, `cancelled`; what `take` throws
 */
export const fetchBlocks = async (
  cid: AnyCid,
  request: DagRequest,
  take: TakeBlock,
): Promise<number> => {
  const { gateway, path = '', signal, maxBytes, timeoutMs } = request
  const service = gatewayName(gateway)
  const deadline = new Deadline(timeoutMs, signal)
  let bytes = 0
  try {
    deadline.signal.throwIfAborted()
    const base = `${gateway.replace(/\/+$/u, '')}/ipfs/${cid}`
    const url = `${base}${path}?format=car&dag-scope=${path === '' ? 'all' : 'entity'}`
    const response = await sendFollowing(url, 'public', {
      headers: { accept: 'application/vnd.ipld.car; version=1; order=dfs; dups=n' },
      signal: deadline.signal,
    })
    deadline.progress()
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw failedService(meaningOfGateway(response.status, cid), service, {
        status: response.status,
      })
    }
    const body = upTo(deadline.progressing(response.body), service, maxBytes)
    for await (const block of carBlocks(body)) {
      if (block.bytes.length > largestBlock || !isBlockOf(block.bytes, block.cid))
        throw otherBytes(service, cid)
      bytes += block.bytes.length
      if ((await take(block.cid, block.bytes)) === 'enough') break
      deadline.progress()
    }
    return bytes
  } catch (error) {
    throw fetchError(error, service, deadline)
  } finally {
    deadline.clear()
  }
}

/**
 * Has an IPFS gateway give all blocks of a file, and checks each: what it gives is the content of
 * this CID, or an error.
 * @returns the bytes of the blocks
 * @throws ColdpressError as {@link fetchBlocks}, and `service_error` where blocks are missing
 */
export const fetchDag = async (cid: AnyCid, request: DagRequest): Promise<number> => {
  const root = cidObject(cid)
  const given = new Set<AnyCid>()
  const wanted = new Set<AnyCid>(isInline(root) ? [] : [anyCidOf(root)])
  const bytes = await fetchBlocks(cid, request, (name, block) => {
    given.add(anyCidOf(name))
    for (const link of linksOf(name, block)) wanted.add(anyCidOf(link))
    return undefined
  })
  if ([...wanted].every((key) => given.has(key))) return bytes
  throw blocksMissing(request.gateway, cid)
}

/**
 * Has an IPFS gateway give a file of a folder with the blocks that lead to it, and checks each.
 * @returns the bytes of the blocks
 * @throws ColdpressError as {@link fetchDag}, and `not_found` where the folder has no such file
 */
export const fetchInFolder = async (
  { cid, path }: ContentAddress,
  request: DagRequest,
): Promise<number> => {
  const blocks = new Map<AnyCid, Uint8Array>()
  const bytes = await fetchBlocks(cid, { ...request, path }, (name, block) => {
    blocks.set(anyCidOf(name), block)
    return undefined
  })
  const block = async (name: CID): Promise<Uint8Array> => {
    const found = blocks.get(anyCidOf(name))
    if (found === undefined) throw blocksMissing(request.gateway, cid)
    return found
  }
  const file = await resolvePath({ root: cid, block }, path)
  if (file === undefined)
    throw new ColdpressError('not_found', `The folder ${cid} has no ${path.slice(1)}.`)
  const walk = async (name: CID): Promise<void> => {
    if (isInline(name)) return
    for (const link of linksOf(name, await block(name))) await walk(link)
  }
  await walk(cidObject(file))
  return bytes
}

export const blocksMissing = (gateway: string, cid: AnyCid): ColdpressError =>
  errorBy(
    pinErrors,
    'blocks_missing',
    { cid },
    `${gatewayName(gateway)} has not all blocks of ${cid}.`,
  )

const meaningOfGateway = (status: number, cid: AnyCid): Meaning =>
  status === 404 || status === 410
    ? { code: 'not_found', sentence: `does not find ${cid}.` }
    : (meaningOf(status) ?? unexplained)

async function* upTo(body: AsyncIterable<Uint8Array>, service: string, maxBytes: number) {
  const startedAt = performance.now()
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    const ms = performance.now() - startedAt
    if (ms > slowAfterMs && (read * 1000) / ms < slowestBytesPerSecond) throw timeoutError(service)
    if (read > maxBytes)
      throw new ColdpressError(
        'too_large',
        `${service} sent more than ${maxBytes} bytes, the most that is read at once.`,
      )
    yield chunk
  }
}

const otherBytes = (service: string, cid: AnyCid): ColdpressError =>
  errorBy(
    pinErrors,
    'other_bytes',
    { cid },
    `${service} gave other bytes than those of ${cid}. Use another gateway.`,
  )

const fetchError = (error: unknown, service: string, deadline: Deadline): unknown => {
  if (error instanceof ColdpressError) return error
  const known = lostAnswer(error, service, deadline)
  if (known !== undefined) return known
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new ColdpressError(
      'unreachable',
      `${service} cannot be reached. Check its address and the connection.`,
    )
  // the library's words for bytes that are no CAR
  return errorBy(
    pinErrors,
    'bad_answer',
    { reason: messageOf(error).slice(0, 200) },
    `${service} answered with something other than a CAR archive. Use another gateway.`,
  )
}
