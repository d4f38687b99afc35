import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { parseAddress, paymentAddress } from '#core/cardano/addresses.ts'
import type { ChainOutput } from '#core/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import type { PaymentRow } from './payments.ts'

type Payer = Pick<PaymentRow, 'from_address' | 'is_from_script'>

/** Who paid, by the inputs of the transaction: the address of the first. */
export const payerOf = (inputs: readonly Pick<ChainOutput, 'address'>[]): Payer => ({
  from_address: inputs[0]?.address ?? '',
  is_from_script: inputs.some(({ address }) => isScript(address)),
})

/** An address that cannot be parsed counts as a script: a refund might be lost there. */
const isScript = (address: string): boolean => {
  try {
    return parseAddress(address).isScript
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    return true
  }
}

/**
 * Whether a refund would reach its payer. Scripts are excluded, since several parties may have paid together,
 * and so are outputs that the ledger no longer accepts.
 */
export const isReachable = (
  { network }: Pick<Studio, 'network'>,
  { from_address: address, is_from_script: isFromScript }: Payer,
): boolean => {
  if (isFromScript) return false
  try {
    return !paymentAddress(address, network).isScript
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    return false
  }
}
