import { createHash } from 'node:crypto'
import { CarBlockIterator } from '@ipld/car/iterator'
import { decode } from '@ipld/dag-pb'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { type Cid, readCid } from '../content/cid.ts'
import { Deadline } from '../http/deadline.ts'
import {
  certificateError,
  deadlineError,
  failed,
  type Meaning,
  meaningOf,
  unexplained,
} from './service-error.ts'

/** Multicodec of dag-pb, whose blocks have links. */
const dagPb = 0x70
/** Multihash code of sha2-256, and of the identity, whose CID holds the bytes themselves. */
const sha256 = 0x12
const identity = 0x00
/** Gateways and nodes exchange no larger blocks. */
const largestBlock = 2 * 1024 * 1024

export type DagRequest = {
  /** An IPFS gateway that answers CAR archives (specs.ipfs.tech/http-gateways/trustless-gateway). */
  readonly gateway: string
  readonly signal: AbortSignal
  /** More is not read. */
  readonly maxBytes: number
  /** Longest time without progress. */
  readonly timeoutMs: number
}

/**
 * Has an IPFS gateway give all blocks of a file, and checks each: what it gives is the content of
 * this CID, or an error.
 * @returns the bytes of the blocks
 * @throws ColdpressError `corrupt` for other bytes, `service_error` where blocks are missing,
 * `too_large`, `unreachable`, `timeout`, `rate_limited`, `cancelled`
 */
export const fetchDag = async (cid: Cid, request: DagRequest): Promise<number> => {
  const { gateway, signal, maxBytes, timeoutMs } = request
  const service = `The IPFS gateway at ${new URL(gateway).host}`
  const deadline = new Deadline(timeoutMs, signal)
  try {
    deadline.signal.throwIfAborted()
    const url = `${gateway.replace(/\/+$/u, '')}/ipfs/${cid}?format=car&dag-scope=all`
    const response = await fetch(url, {
      headers: { accept: 'application/vnd.ipld.car; version=1' },
      signal: deadline.signal,
    })
    deadline.progress()
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw failed(meaningOfGateway(response.status, cid), service, { status: response.status })
    }
    return await checkDag(cid, deadline.progressing(response.body), { service, maxBytes })
  } catch (error) {
    throw fetchError(error, service, deadline)
  } finally {
    deadline.clear()
  }
}

const meaningOfGateway = (status: number, cid: Cid): Meaning =>
  status === 404 || status === 410
    ? { code: 'not_found', sentence: `does not find ${cid} (HTTP ${status}).` }
    : (meaningOf(status) ?? unexplained(status))

type Checking = { readonly service: string; readonly maxBytes: number }

const checkDag = async (
  cid: Cid,
  body: AsyncIterable<Uint8Array>,
  { service, maxBytes }: Checking,
): Promise<number> => {
  const root = readCid(cid)?.multihash
  const given = new Set<string>()
  const wanted = new Set(root === undefined ? [] : [root])
  let bytes = 0
  for await (const block of await CarBlockIterator.fromIterable(upTo(body, service, maxBytes))) {
    const { multihash, code } = block.cid
    if (block.bytes.length > largestBlock || !isContentOf(block.bytes, multihash))
      throw otherBytes(service, cid)
    given.add(nameOf(block.cid.toString()))
    bytes += block.bytes.length
    if (code !== dagPb) continue
    for (const { Hash } of decode(block.bytes).Links)
      if (Hash.multihash.code !== identity) wanted.add(nameOf(Hash.toString()))
  }
  if ([...wanted].every((one) => given.has(one))) return bytes
  throw new ColdpressError('service_error', `${service} has not all blocks of ${cid}.`, {
    details: { rule: 'blocks_missing', cid },
  })
}

/** A block is the same under CIDs of either version. */
const nameOf = (cid: string): string => readCid(cid)?.multihash ?? cid

const isContentOf = (
  bytes: Uint8Array,
  { code, digest }: { readonly code: number; readonly digest: Uint8Array },
): boolean =>
  code === sha256
    ? Buffer.compare(createHash('sha256').update(bytes).digest(), digest) === 0
    : code === identity && Buffer.compare(bytes, digest) === 0

async function* upTo(body: AsyncIterable<Uint8Array>, service: string, maxBytes: number) {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > maxBytes)
      throw new ColdpressError(
        'too_large',
        `${service} sent more than ${maxBytes} bytes, the most that is read of an image.`,
      )
    yield chunk
  }
}

const otherBytes = (service: string, cid: Cid): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `${service} gave other bytes than those of ${cid}. Use another gateway.`,
    { details: { rule: 'other_bytes', cid } },
  )

const fetchError = (error: unknown, service: string, deadline: Deadline): unknown => {
  if (error instanceof ColdpressError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const known = deadlineError(deadline, service) ?? certificateError(cause, service)
  if (known !== undefined) return known
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new ColdpressError(
      'unreachable',
      `${service} cannot be reached. Check its address and the connection.`,
    )
  // the library's words for bytes that are no CAR
  return new ColdpressError(
    'service_error',
    `${service} answered with something other than a CAR archive. Use another gateway.`,
    { details: { rule: 'bad_answer', reason: messageOf(error).slice(0, 200) } },
  )
}
