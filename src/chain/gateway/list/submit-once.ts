import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { type OutputRef, refText } from '#cardano/utxo.ts'
import { readSubmitted } from '#cardano/transactions/parts/read-submitted.ts'
import type { Gateway } from '../gateway.ts'
import type { ListedGateway, RunOnListed } from './listed-gateway.ts'
import { type ListMemory, noteSent } from './list-memory.ts'

/**
 * Submits through the first gateway that takes the bytes. Each is first asked whether it knows the
 * transaction; one that cannot say so is sent nothing. Where another gateway may have it, its inputs
 * are looked up too: once they are spent, only the chain can say by what.
 * @throws ColdpressError as `Gateway.submit`; `mayHaveArrived` over all gateways
 */
export const submitOnce = async (
  { memory, run }: { readonly memory: ListMemory; readonly run: RunOnListed },
  signed: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<TxId> => {
  const txId = transactionId(signed)
  let mayHaveArrived = false
  try {
    return await run(async (member) => {
      if (await member.gateway.isKnown(txId, signal)) return txId
      if (wasSentToOther(memory, txId, member))
        await requireUnspent(member, txId, readSubmitted(signed).inputs, signal)
      noteSent(memory, txId, member.id)
      try {
        return await member.gateway.submit(signed, signal)
      } catch (error) {
        mayHaveArrived ||= arrivedPerhaps(error)
        throw error
      }
    }, signal)
  } catch (error) {
    if (!mayHaveArrived || !(error instanceof ColdpressError) || arrivedPerhaps(error)) throw error
    throw new ColdpressError(error.code, error.message, {
      details: { ...error.details, mayHaveArrived },
      cause: error,
    })
  }
}

const arrivedPerhaps = (error: unknown): boolean =>
  isColdpressError(error) && error.details['mayHaveArrived'] === true

const wasSentToOther = ({ sentTo }: ListMemory, txId: TxId, { id }: ListedGateway): boolean =>
  [...(sentTo.get(txId) ?? [])].some((other) => other !== id)

/** @throws ColdpressError `service_error` when an input is spent, so that nothing is sent */
const requireUnspent = async (
  { gateway, name }: ListedGateway,
  txId: TxId,
  inputs: readonly OutputRef[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  for (const input of inputs) {
    if (!(await isSpent(gateway, input, signal))) continue
    throw errorBy(
      gatewayErrors,
      'perhaps_sent',
      { operation: 'submission', txId, mayHaveArrived: true },
      `${name} does not know the transaction ${txId}, but its input ${refText(input)} is spent: perhaps by this transaction, which was sent to another gateway. It was not sent again. Watch the chain for it until its validity has ended.`,
    )
  }
}

/** False too where the gateway does not know the input's transaction: then its node decides. */
const isSpent = async (
  gateway: Gateway,
  input: OutputRef,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const parent = await gateway.outputsOf(input.txId)
  const output = parent?.outputs.find((made) => refText(made) === refText(input))
  if (output === undefined) return false
  const unspent = await gateway.utxosAt(output.address, signal)
  return !unspent.some((utxo) => refText(utxo) === refText(input))
}
