import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import type { PolicyId } from '#cardano/ids.ts'
import { missingAdaOf } from '#cardano/transactions/build/pay.ts'
import type { BuildContext, BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { refText } from '#cardano/utxo.ts'
import type { Unit } from '#cardano/value.ts'
import type { DatedParameters } from '#chain/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import { chainAnswer, requireChain } from './chain.ts'

/** Chain data that a mint under one policy depends on. */
export type MintChainState = {
  readonly context: BuildContext
  readonly dated: DatedParameters
  /** Everything ever minted under the policy, including burned tokens. */
  readonly minted: readonly { readonly unit: Unit; readonly quantity: bigint }[]
  /** Pending transactions reserve some of the funding. */
  readonly isPartlyReserved: boolean
}

type Payer = {
  readonly fundingAddress: string
  /** Reserved UTxOs, as `<transaction ID>#<index>`, of a mint that is to be replaced. */
  readonly freed?: ReadonlySet<string>
  readonly validForSeconds?: number | undefined
}

/**
 * Queries the chain.
 * @throws ColdpressError as {@link buildContextOf}
 */
export const readChainState = async (
  studio: Studio,
  { policyId, ...payer }: Payer & { readonly policyId: PolicyId },
): Promise<MintChainState> => {
  const { gateway } = requireChain(studio)
  const [omit, minted] = await Promise.all([
    buildContextOf(studio, payer),
    chainAnswer(gateway.assetsOf(policyId)),
  ])
  return { ...omit, minted }
}

/**
 * Queries the chain for what a build needs. "Now" is the slot of the tip, since this machine's
 * clock may be wrong.
 * @throws ColdpressError `invalid` for an address that cannot pay; of the gateway
 */
export const buildContextOf = async (
  studio: Studio,
  { fundingAddress, freed = new Set(), validForSeconds }: Payer,
): Promise<Omit<MintChainState, 'minted'>> => {
  const { gateway, submissions } = requireChain(studio)
  const { bech32: changeAddress } = paymentAddress(fundingAddress, studio.network)
  const [tip, dated, utxos] = await chainAnswer(
    Promise.all([gateway.tip(), gateway.parameters(), gateway.utxosAt(changeAddress)]),
  )
  const reserved = submissions.reserved().difference(freed)
  const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
  return {
    context: {
      network: studio.network,
      parameters: dated.parameters,
      slot: tip.slot,
      funding: { utxos: free, changeAddress },
      // A slot is a second.
      ...(validForSeconds === undefined ? {} : { validForSlots: BigInt(validForSeconds) }),
    },
    dated,
    isPartlyReserved: free.length < utxos.length,
  }
}

/** Runs `build`; its error says so where funds are short only because some are reserved. */
export const withFunds = <T extends BuiltTransaction | readonly BuiltTransaction[]>(
  { isPartlyReserved }: MintChainState,
  build: () => T,
): T => {
  try {
    return build()
  } catch (error) {
    if (!isPartlyReserved || !isColdpressError(error) || missingAdaOf(error) === undefined)
      throw error
    throw new ColdpressError(
      'conflict',
      `${error.message}. Other funds of this address are promised to transactions on their way; wait until those are confirmed.`,
      { details: error.details, cause: error },
    )
  }
}
