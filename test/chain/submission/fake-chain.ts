import { createHash } from 'node:crypto'
import { ColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import { type OutputRef, refText } from '#cardano/utxo.ts'
import type { Block, ChainTransaction, Gateway } from '#chain/gateway/gateway.ts'
import { readSubmitted } from '#cardano/transactions/parts/read-submitted.ts'

type Mined = Omit<Block, 'confirmations'> & { readonly transactions: readonly TxId[] }
type Known = { readonly inputs: readonly OutputRef[]; readonly validUntil: bigint | undefined }

/** What may go wrong with the next call of `submit`. */
export type Mishap =
  /** It arrives, and the answer does not. */
  | 'reply_lost'
  /** Nothing arrives. */
  | 'not_sent'
  /** The ledger says no, with these words. */
  | { readonly refuses: string }

/**
 * A chain in memory behind the Gateway type: blocks, a pool, inputs that can be spent once, words
 * of rejection as a node has them, rollbacks. Slots pass by `pass`; nothing happens by itself.
 */
export const createFakeChain = ({ securityParam = 20 } = {}) => {
  const known = new Map<TxId, Known>()
  const outside = new Set<string>()
  const sent: TxId[] = []
  const mishaps: Mishap[] = []
  let blocks: Mined[] = []
  let pool: TxId[] = []
  let slot = 0n
  let forks = 0
  let isDown = false

  const mine = (): void => {
    const height = blocks.length
    blocks.push({
      hash: createHash('sha256').update(`${forks}/${height}`).digest('hex'),
      height,
      slot,
      time: new Date(Number(slot) * 1000),
      transactions: pool,
    })
    pool = []
  }
  mine()

  const blockOf = (txId: TxId) => blocks.find(({ transactions }) => transactions.includes(txId))
  const isKnown = (txId: TxId) => pool.includes(txId) || blockOf(txId) !== undefined
  const isSpent = (ref: OutputRef): boolean =>
    [...pool, ...blocks.flatMap(({ transactions }) => transactions)].some((txId) =>
      known.get(txId)?.inputs.some((input) => refText(input) === refText(ref)),
    )
  const exists = (ref: OutputRef) => outside.has(refText(ref)) || isKnown(ref.txId)

  const down = (): ColdpressError =>
    new ColdpressError('unreachable', 'The chain gateway cannot be reached.')
  const rejected = (reason: string): ColdpressError =>
    new ColdpressError('rejected', `The ledger rejected the transaction: ${reason}`, {
      details: { reason, mayHaveArrived: /BadInputs/u.test(reason) },
    })
  const asked = <T>(answer: () => T): Promise<T> =>
    isDown ? Promise.reject(down()) : Promise.resolve().then(answer)
  const withDepth = ({ hash, height, slot, time }: Mined): Block => ({
    hash,
    height,
    slot,
    time,
    confirmations: blocks.length - 1 - height,
  })

  const accept = (bytes: Uint8Array): TxId => {
    const { txId, inputs, validUntil } = readSubmitted(bytes)
    if (validUntil !== undefined && slot >= validUntil)
      throw rejected('OutsideValidityIntervalUTxO')
    if (!inputs.every((ref) => exists(ref) && !isSpent(ref)))
      throw rejected(
        'BadInputsUTxO (All inputs are spent. Transaction has probably already been included)',
      )
    known.set(txId, { inputs, validUntil })
    pool.push(txId)
    return txId
  }

  const submit = async (bytes: Uint8Array): Promise<TxId> => {
    if (isDown) throw down()
    const mishap = mishaps.shift()
    if (mishap === 'not_sent') throw down()
    sent.push(readSubmitted(bytes).txId)
    if (mishap !== undefined && mishap !== 'reply_lost') throw rejected(mishap.refuses)
    const txId = accept(bytes)
    if (mishap === 'reply_lost') throw new ColdpressError('timeout', 'No answer came in time.')
    return txId
  }

  const unused = async (): Promise<never> => {
    throw new Error('following transactions does not ask this')
  }
  const gateway: Gateway = {
    network: 'devnet',
    networkMagic: unused,
    securityParam: async () => securityParam,
    tip: () =>
      asked(() => {
        const [last] = blocks.slice(-1)
        if (last === undefined) throw new Error('a chain has a block')
        return withDepth(last)
      }),
    block: (which) =>
      asked(() => {
        const found = blocks.find(({ hash, height }) => hash === which || height === which)
        return found && withDepth(found)
      }),
    transaction: (txId) =>
      asked((): ChainTransaction | undefined => {
        const block = blockOf(txId)
        if (block === undefined) return undefined
        const { hash, height, slot } = block
        return { txId, block: hash, height, slot }
      }),
    isKnown: (txId) => asked(() => isKnown(txId)),
    submit,
    parameters: unused,
    utxosAt: unused,
    usesOf: unused,
    outputsOf: unused,
    transactionCbor: unused,
    metadata: unused,
    asset: unused,
    holdersOf: unused,
    assetsOf: unused,
  }

  return {
    gateway,
    /** Every transaction that arrived at `submit`, in order. */
    sent,
    /** Makes an output that can be spent. */
    give: (ref: OutputRef) => outside.add(refText(ref)),
    mine: (count = 1) => {
      for (let at = 0; at < count; at += 1) mine()
    },
    pass: (slots: bigint) => {
      slot += slots
    },
    mishap: (...next: Mishap[]) => mishaps.push(...next),
    down: (value: boolean) => {
      isDown = value
    },
    /** Somebody else sends it. */
    acceptFromElsewhere: accept,
    forgetPool: () => {
      pool = []
    },
    /** Takes blocks back; what was in them is in no pool, as on a node that never saw it. */
    rollBack: (count: number) => {
      blocks = blocks.slice(0, -count)
      forks += 1
    },
    blocksWith: (txId: TxId) =>
      blocks.filter(({ transactions }) => transactions.includes(txId)).length,
  }
}

export type FakeChain = ReturnType<typeof createFakeChain>
