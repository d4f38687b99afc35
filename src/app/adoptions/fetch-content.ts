import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { type ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { isUnixFsCid } from '#media/content/block.ts'
import { type AnyCid, cidObject, readCid } from '#media/content/cid.ts'
import type { DagLimits, PartialDag } from '#media/content/partial-dag.ts'
import type { ContentStore } from '#media/content/store.ts'
import { type BlockSource, fileBytes } from '#media/content/walk-dag.ts'
import { blocksMissing, fetchBlocks, gatewayName } from '#media/pinning/fetch-dag.ts'
import { createTokenBucket, type TokenBucket } from '#platform/http/token-bucket.ts'

/** Of one file or folder: a collection of 10,000 images of 1.6 MB. */
const limitsOfDag: DagLimits = { bytes: 16 * 1024 ** 3, blocks: 200_000, depth: 64 }
/** What a CAR has beside the bytes of its blocks, at most. */
const carOverhead = 64 * 1024 * 1024
/** Blocks that came already may come again, as where a folder has an image twice. */
const mostRepeated = 64 * 1024 * 1024
/** Small ones count as so many bytes, for each takes time. */
const leastRepeated = 4096
/** A gateway that ends each answer early is asked for the rest so often. */
const mostRequests = 2_000
/** A gateway that many share. */
const rate = { rate: 4, burst: 8 }
/** So many in a row that it could not answer, and the gateway is left alone. */
const failuresInARow = 5

/** What was fetched, or why it was not. */
export type Fetched =
  | { readonly state: 'file' | 'archive'; readonly bytes: number }
  | { readonly state: 'missing'; readonly message: string }

export type ContentFetcher = {
  /**
   * Asks one gateway after the other until all blocks are there, each checked, and keeps them.
   * What is missing then stays for a later run to go on with.
   * @param whileOpen reads the whole content, before it is kept
   * @throws ColdpressError `cancelled`, `disk_full`
   */
  readonly fetch: (
    cid: AnyCid,
    whileOpen: (blocks: BlockSource) => Promise<void>,
  ) => Promise<Fetched>
}

type AskedGateway = { readonly url: string; readonly bucket: TokenBucket; failures: number }

export const createContentFetcher = (options: {
  readonly content: ContentStore
  /** IPFS gateways, asked in this order. */
  readonly gateways: readonly string[]
  readonly signal: AbortSignal
  /** Longest time without progress of one request. */
  readonly timeoutMs?: number
  readonly limits?: DagLimits
  /** Bytes that came. */
  readonly onBytes: (bytes: number) => void
}): ContentFetcher => {
  const { content, signal, timeoutMs = 60_000, limits = limitsOfDag, onBytes } = options
  const gateways: readonly AskedGateway[] = options.gateways.map((url) => ({
    url,
    bucket: createTokenBucket(rate),
    failures: 0,
  }))

  /** One request; takes the blocks that come. */
  const request = async (dag: PartialDag, cid: AnyCid, gateway: string): Promise<void> => {
    let repeated = 0
    const maxBytes = limits.bytes + carOverhead
    await fetchBlocks(cid, { gateway, signal, timeoutMs, maxBytes }, async (name, bytes) => {
      if (await dag.add(name, bytes)) onBytes(bytes.length)
      else repeated += Math.max(bytes.length, leastRepeated)
      if (repeated > mostRepeated) throw unfit(gateway, dag.root, 'sent the same blocks again')
      return dag.nextMissing() === undefined ? 'enough' : undefined
    })
  }

  /** @returns why the gateway did not give all that was missing */
  const askGateway = async (
    dag: PartialDag,
    gateway: AskedGateway,
  ): Promise<string | undefined> => {
    for (let requests = 0; requests < mostRequests; requests += 1) {
      const next = dag.nextMissing()
      if (next === undefined) return undefined
      const before = dag.blocks
      const turn = await gateway.bucket.take(signal)
      try {
        await request(dag, next, gateway.url)
        gateway.failures = 0
        if (dag.blocks === before) return blocksMissing(gateway.url, dag.root).message
      } catch (error) {
        signal.throwIfAborted()
        const message = reasonOf(error, gateway.url, dag.root)
        if (isColdpressError(error, 'rate_limited')) gateway.bucket.refused(turn, undefined)
        if (isOfGateway(error)) gateway.failures += 1
        if (dag.blocks === before || isLie(error)) return message
      }
    }
    return `${gatewayName(gateway.url)} ended ${mostRequests} answers for ${dag.root} early.`
  }

  const askAll = async (dag: PartialDag): Promise<readonly string[]> => {
    const reasons: string[] = []
    for (const gateway of gateways) {
      if (dag.nextMissing() === undefined) return []
      const reason =
        gateway.failures >= failuresInARow
          ? `${gatewayName(gateway.url)} was not asked: ${failuresInARow} in a row failed.`
          : await askGateway(dag, gateway)
      if (reason !== undefined) reasons.push(reason)
    }
    return dag.nextMissing() === undefined ? [] : reasons
  }

  return {
    fetch: async (cid, whileOpen) => {
      if (!isUnixFsCid(cidObject(cid)))
        return { state: 'missing', message: `${cid} is no file or folder that can be checked.` }
      let dag: PartialDag
      try {
        dag = await content.archives.begin(cid, limits)
      } catch (error) {
        if (isColdpressError(error, 'conflict')) return { state: 'missing', message: error.message }
        throw error
      }
      try {
        const reasons = await askAll(dag)
        if (dag.nextMissing() === undefined) {
          await whileOpen(dag)
          return await storeDag(dag, content, signal)
        }
        await dag.close()
        return { state: 'missing', message: reasons.join(' ') }
      } catch (error) {
        if (!isOfContent(error)) {
          await dag.close()
          throw error
        }
        await dag.remove()
        return { state: 'missing', message: error.message }
      }
    },
  }
}

/** A file that the profile of Coldpress gives again is kept as it is, everything else as its blocks. */
const storeDag = async (
  dag: PartialDag,
  content: ContentStore,
  signal: AbortSignal,
): Promise<Fetched> => {
  if (!(await storeWhole(dag, content, signal)))
    return { state: 'archive', bytes: (await content.archives.keep(dag)).bytes }
  const { bytes } = dag
  await dag.remove()
  return { state: 'file', bytes }
}

/** Whether the DAG is a file whose bytes give the same CID again; it is stored then. */
const storeWhole = async (
  dag: PartialDag,
  content: ContentStore,
  signal: AbortSignal,
): Promise<boolean> => {
  const cid = readCid(dag.root)?.v0
  if (cid === undefined) return false
  try {
    const bytes = await fileBytes(dag)
    if (bytes === undefined) return false
    await content.add(bytes, { cid, signal, maxBytes: content.maxBytesOf(cid) })
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (isColdpressError(error, 'disk_full')) throw error
    // another profile, or no file that can be read: its blocks are kept as they are
    return false
  }
}

/** Every gateway's answer would meet the same error: the content itself cannot be kept. */
const isOfContent = (error: unknown): error is ColdpressError =>
  isErrorBy(error, pinErrors, 'no_unixfs', 'dag_too_large')

const isLie = (error: unknown): boolean =>
  isColdpressError(error, 'corrupt') || isColdpressError(error, 'invalid')

const isOfGateway = (error: unknown): boolean =>
  !isLie(error) && !isColdpressError(error, 'not_found')

/** @throws what is no fault of the gateway */
const reasonOf = (error: unknown, gateway: string, root: AnyCid): string => {
  if (isOfContent(error) || isColdpressError(error, 'disk_full')) throw error
  if (isErrorBy(error, pinErrors, 'foreign_block'))
    return unfit(gateway, root, 'sent blocks that are not part of it').message
  return messageOf(error)
}

const unfit = (gateway: string, cid: AnyCid, what: string): ColdpressError =>
  errorBy(
    pinErrors,
    'unfit_blocks',
    { cid },
    `${gatewayName(gateway)} was asked for ${cid} and ${what}. Use another gateway.`,
  )
