import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { ogmiosHeight, ogmiosPoint } from '#contract/gateways/ogmios.ts'
import type { Service } from '../calls/exchange.ts'
import { createBlockHeights, type KnownBlock } from './block-heights.ts'
import { fetchCheckpoint, type Point } from './kupo-calls.ts'
import { askOgmios } from './ogmios-calls.ts'

export type Servers = { readonly ogmios: Service; readonly kupo: Service }

type Found = KnownBlock & { readonly confirmations: number }

/** The chain as both servers see it: its tip is a block that Kupo has indexed too. */
export type ChainView = {
  /** @throws ColdpressError `service_error` while Kupo is behind */
  readonly tip: (signal?: AbortSignal) => Promise<KnownBlock>
  /**
   * Undefined for a block that is not on this chain. A hash does not say where to look, so what is deeper
   * than a rollback is found only where it was counted before.
   */
  readonly withHash: (hash: string, signal?: AbortSignal) => Promise<Found | undefined>
  readonly atHeight: (height: number, signal?: AbortSignal) => Promise<Found | undefined>
  /**
   * The block of a point. Undefined for one that is not on this chain, or below a height: that one is not
   * counted then.
   */
  readonly at: (point: Point, least?: number, signal?: AbortSignal) => Promise<Found | undefined>
}

/** No rollback of a public network reaches further (Ouroboros' k). */
const rollbackBlocks = 2_160

export const createChainView = (servers: Servers): ChainView => {
  const heights = createBlockHeights((slot, signal) =>
    fetchCheckpoint(servers.kupo, slot - 1, signal),
  )
  let last: Promise<unknown> = Promise.resolve()
  /** The heights belong to one chain, so the questions about them wait for each other. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const followTip = async (signal: AbortSignal | undefined): Promise<KnownBlock> => {
    const tip = await fetchSharedTip(servers, signal)
    await heights.follow(tip, signal)
    return tip
  }
  const find = (
    isWanted: (block: KnownBlock) => boolean,
    isEnd: (block: KnownBlock, tip: KnownBlock) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Found | undefined> =>
    inOrder(async () => {
      const tip = await followTip(signal)
      const block = await heights.find(isWanted, (last) => isEnd(last, tip), signal)
      return block && { ...block, confirmations: tip.height - block.height }
    })
  return {
    tip: (signal) => inOrder(() => followTip(signal)),
    withHash: (hash, signal) =>
      find(
        (block) => block.hash === hash,
        (block, tip) => block.height <= tip.height - rollbackBlocks,
        signal,
      ),
    atHeight: (height, signal) =>
      find(
        (block) => block.height === height,
        (block) => block.height <= height,
        signal,
      ),
    at: async (point, least = 0, signal) => {
      const block = await find(
        ({ slot, height }) => slot <= point.slot || height < least,
        () => false,
        signal,
      )
      return block?.hash === point.hash ? block : undefined
    },
  }
}

/** How often, and how long apart, Kupo is asked for a block that the node has. */
const attempts = 10
const pauseMs = 300

/**
 * The node's tip, once Kupo has indexed it: what was read after it is not older. The height is asked
 * before and after the tip, for the chain may go on between the questions.
 */
const fetchSharedTip = async (
  { ogmios, kupo }: Servers,
  signal: AbortSignal | undefined,
): Promise<KnownBlock> => {
  const ask = { operation: 'tip', signal }
  const fetchHeight = () =>
    askOgmios(ogmios, { ...ask, method: 'queryNetwork/blockHeight' }, ogmiosHeight)
  for (let attempt = 1; ; attempt += 1) {
    const height = await fetchHeight()
    const { slot, id } = await askOgmios(
      ogmios,
      { ...ask, method: 'queryNetwork/tip' },
      ogmiosPoint,
    )
    const checkpoint = await fetchCheckpoint(kupo, slot, signal)
    if ((await fetchHeight()) === height && checkpoint?.hash === id)
      return { slot, hash: id, height }
    if (attempt === attempts) throw kupoIsBehind(checkpoint, slot)
    await kupo.retry.sleep(pauseMs, signal)
  }
}

const kupoIsBehind = (checkpoint: Point | null, slot: number): ColdpressError =>
  errorBy(
    gatewayErrors,
    'index_behind',
    { operation: 'tip' },
    `Kupo has indexed the chain up to slot ${checkpoint?.slot ?? 0}, and the node is at slot ${slot}. Until both are at one block, nothing is read. Try again when Kupo has caught up.`,
  )
