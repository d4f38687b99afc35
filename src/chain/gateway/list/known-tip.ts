import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import type { Block } from '../gateway.ts'
import type { ListedGateway } from './listed-gateway.ts'
import type { ListMemory } from './list-memory.ts'

/**
 * A gateway behind the known tip does not have the newest transactions: they would look lost, and
 * would be built again.
 * @throws ColdpressError `service_error` when it lags behind
 */
export const requireCurrent = async (
  memory: ListMemory,
  member: ListedGateway,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { knownTip, heights } = memory
  if (knownTip === undefined || knownTip.from === member.id) return
  if ((heights.get(member.id) ?? -1) >= knownTip.block.height) return
  const tip = await member.gateway.tip(signal)
  heights.set(member.id, tip.height)
  if (tip.height < knownTip.block.height) throw behind(member, tip, knownTip.block)
}

/**
 * The tip of a gateway, which never goes back, unless the block of the known tip is not on the chain
 * of the gateway that answered it any more.
 */
export const tipFrom = async (
  memory: ListMemory,
  member: ListedGateway,
  signal: AbortSignal | undefined,
): Promise<Block> => {
  const tip = await member.gateway.tip(signal)
  memory.heights.set(member.id, tip.height)
  const known = memory.knownTip
  if (known !== undefined && tip.height < known.block.height) {
    if (known.from !== member.id) throw behind(member, tip, known.block)
    // One of several servers behind one address lags.
    if ((await member.gateway.block(known.block.hash)) !== undefined) return known.block
  }
  memory.knownTip = { block: tip, from: member.id }
  return tip
}

const behind = ({ name }: ListedGateway, tip: Block, known: Block): ColdpressError =>
  errorBy(
    gatewayErrors,
    'gateway_behind',
    { height: tip.height, known: known.height },
    `The gateway ${name} lags behind: its newest block is ${tip.height}, and block ${known.height} is known already. It is asked again in a minute.`,
  )
