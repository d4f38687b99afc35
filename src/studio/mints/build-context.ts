import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { paymentAddress } from '#core/cardano/addresses.ts'
import type { PolicyId } from '#core/cardano/ids.ts'
import type { BuildContext, BuiltTransaction } from '#core/cardano/transactions/build/types.ts'
import { refText } from '#core/cardano/utxo.ts'
import type { Unit } from '#core/cardano/value.ts'
import type { DatedParameters } from '#core/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import { chainAnswer, chainOf } from './chain.ts'

/** Chain data that a mint under one policy depends on. */
export type ChainFacts = {
  readonly context: BuildContext
  readonly dated: DatedParameters
  /** Everything ever minted under the policy, including burned tokens. */
  readonly minted: readonly { readonly unit: Unit; readonly quantity: bigint }[]
  /** Pending transactions reserve some of the funding. */
  readonly isPartlyReserved: boolean
}

/**
 * Queries the chain. "Now" is the slot of the tip, since this machine's clock may be wrong.
 * @throws ColdpressError `invalid` for an address that cannot pay; of the gateway
 */
export const chainFacts = async (
  studio: Studio,
  mint: {
    readonly policyId: PolicyId
    readonly fundingAddress: string
    readonly validForSlots?: bigint | undefined
  },
): Promise<ChainFacts> => {
  const { gateway, submissions } = chainOf(studio)
  const { bech32: changeAddress } = paymentAddress(mint.fundingAddress, studio.network)
  const [tip, dated, minted, utxos] = await chainAnswer(
    Promise.all([
      gateway.tip(),
      gateway.parameters(),
      gateway.assetsOf(mint.policyId),
      gateway.utxosAt(changeAddress),
    ]),
  )
  const reserved = submissions.reserved()
  const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
  return {
    context: {
      network: studio.network,
      parameters: dated.parameters,
      slot: tip.slot,
      funding: { utxos: free, changeAddress },
      ...(mint.validForSlots === undefined ? {} : { validForSlots: mint.validForSlots }),
    },
    dated,
    minted,
    isPartlyReserved: free.length < utxos.length,
  }
}

/** Runs `build`; its error says so where funds are short only because some are reserved. */
export const withFunds = <T extends BuiltTransaction | readonly BuiltTransaction[]>(
  { isPartlyReserved }: ChainFacts,
  build: () => T,
): T => {
  try {
    return build()
  } catch (error) {
    if (!isPartlyReserved || !isColdpressError(error, 'conflict')) throw error
    if (error.details['missing'] === undefined) throw error
    throw new ColdpressError(
      'conflict',
      `${error.message}. Other funds of this address are promised to transactions on their way; wait until those are confirmed.`,
      { details: error.details, cause: error },
    )
  }
}
