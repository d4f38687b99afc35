import type { AddressUse, Gateway } from '#chain/gateway/gateway.ts'
import { TxId } from '#cardano/ids.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { ColdpressError } from '#values/errors/errors.ts'

const otherBlock = 'fe'.repeat(32)

const tooLowFee = (): ColdpressError =>
  new ColdpressError('rejected', 'The ledger rejected it: its fee is too low.', {
    details: { reason: 'FeeTooSmallUTxO', mayHaveArrived: false },
  })

/** A gateway over a real chain that can be made to behave like a faulty one. */
export const createWaywardGateway = (chain: Gateway) => {
  const state = {
    /** What becomes of a transaction that is sent: `lost` is taken and never seen again. */
    sending: 'passes' as 'passes' | 'rejected' | 'early' | 'away' | 'lost',
    /** Transactions that are taken and never seen again, and those that it forgets while they are here. */
    lost: new Set<string>(),
    hidden: new Set<string>(),
    /** Transactions that the ledger rejects. */
    rejected: new Set<string>(),
    /** Names of assets that it says are on chain. */
    minted: new Set<string>(),
    isAway: false,
    /** How often it was asked while it was away. */
    refused: 0,
    /** How far ahead of the chain's own its slots are. */
    ahead: 0n,
    /** Wrong addresses for inputs. */
    reported: new Map<string, string>(),
    /** Transactions that an address lacks in the next answers, by their number. */
    unlisted: new Map<string, number>(),
    /** Transactions that are reported missing. */
    unknown: new Set<string>(),
    /** Heights with another block. */
    forked: new Set<number>(),
    /** Transactions that are reported in a block of another slot. */
    moved: new Map<string, bigint>(),
    /** How often an address was looked at, and what is done before. */
    polls: new Map<string, number>(),
    beforeLook: async (_address: string): Promise<void> => undefined,
    /** What is done between finding out about an asset and saying it. */
    beforeAsset: async (): Promise<void> => undefined,
  }
  const isListed = ({ txId }: AddressUse): boolean => {
    const left = state.unlisted.get(txId) ?? 0
    if (left > 0) state.unlisted.set(txId, left - 1)
    return left === 0
  }
  const away = new ColdpressError('unreachable', 'The gateway cannot be reached.', {
    details: { mayHaveArrived: true },
  })
  const orAway = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (!state.isAway) return answer()
    state.refused += 1
    throw away
  }
  const gateway: Gateway = {
    ...chain,
    tip: (signal) =>
      orAway(async () => {
        const tip = await chain.tip(signal)
        return { ...tip, slot: tip.slot + state.ahead }
      }),
    usesOf: (address, options) =>
      orAway(async () => {
        await state.beforeLook(address)
        const uses = await chain.usesOf(address, options)
        state.polls.set(address, (state.polls.get(address) ?? 0) + 1)
        return uses.filter(isListed)
      }),
    transaction: (txId) =>
      orAway(async () => {
        if (state.hidden.has(txId) || state.unknown.has(txId)) return undefined
        const found = await chain.transaction(txId)
        const slot = state.moved.get(txId)
        return found && slot !== undefined ? { ...found, block: otherBlock, slot } : found
      }),
    block: (at) =>
      orAway(async () => {
        const block = await chain.block(at)
        return block && state.forked.has(block.height) ? { ...block, hash: otherBlock } : block
      }),
    asset: async (unit) => {
      const name = Buffer.from(unit.slice(56), 'hex').toString()
      const isMinted = state.minted.has(name)
      await state.beforeAsset()
      if (!isMinted) return chain.asset(unit)
      const firstMintedIn = TxId('00'.repeat(32))
      return { unit, quantity: 1n, firstMintedIn, mintOrBurnCount: 1, metadata: null }
    },
    outputsOf: (txId) =>
      orAway(async () => {
        if (state.unknown.has(txId)) return undefined
        const all = await chain.outputsOf(txId)
        return (
          all && {
            ...all,
            inputs: all.inputs.map((input) => ({
              ...input,
              address: state.reported.get(input.address) ?? input.address,
            })),
          }
        )
      }),
    submit: (signed, signal) =>
      orAway(async () => {
        if (state.lost.has(transactionId(signed))) return transactionId(signed)
        if (state.rejected.has(transactionId(signed))) throw tooLowFee()
        if (state.sending === 'passes') return chain.submit(signed, signal)
        if (state.sending === 'lost') return transactionId(signed)
        if (state.sending === 'early') {
          throw new ColdpressError(
            'rejected',
            'The ledger rejected it: its validity has not started.',
            {
              details: { reason: 'OutsideValidityIntervalUTxO', mayHaveArrived: false },
            },
          )
        }
        if (state.sending === 'away') throw away
        throw tooLowFee()
      }),
  }
  return { gateway, state }
}
