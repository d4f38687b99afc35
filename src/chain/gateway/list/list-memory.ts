import type { TxId } from '#cardano/ids.ts'
import type { Block } from '../gateway.ts'

/** What one process knows of the gateways of a network. It outlives a connection to them. */
export type ListMemory = {
  /** The highest block that was answered, and the gateway that answered it. */
  knownTip: { readonly block: Block; readonly from: string } | undefined
  /** The height of the newest block that each gateway has answered, by its ID. */
  readonly heights: Map<string, number>
  /** Why a gateway is left alone, and until when (milliseconds since 1970), by its ID. */
  readonly pauses: Map<string, { readonly untilMs: number; readonly reason: string }>
  /** The ID of the gateway that is reported as the one that reads. */
  reading: string | undefined
  /** The gateways to which a transaction was sent. */
  readonly sentTo: Map<TxId, ReadonlySet<string>>
}

export const createListMemory = (): ListMemory => ({
  knownTip: undefined,
  heights: new Map(),
  pauses: new Map(),
  reading: undefined,
  sentTo: new Map(),
})

const maxSent = 10_000

/** Called before the bytes leave: the answer may be lost. */
export const noteSent = ({ sentTo }: ListMemory, txId: TxId, gatewayId: string): void => {
  const before = sentTo.get(txId) ?? []
  sentTo.delete(txId)
  sentTo.set(txId, new Set([...before, gatewayId]))
  const [oldest] = sentTo.keys()
  if (sentTo.size > maxSent && oldest !== undefined) sentTo.delete(oldest)
}
