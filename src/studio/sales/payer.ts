import { isColdpressError } from '#shared/errors.ts'
import { paymentAddress } from '#core/cardano/addresses.ts'
import type { Studio } from '../options.ts'
import type { PaymentRow } from './payments.ts'

/**
 * Whether a refund would reach its payer. Scripts are excluded, since several parties may have paid together,
 * and so are outputs that the ledger no longer accepts.
 */
export const isReachable = (
  { network }: Pick<Studio, 'network'>,
  { from_address: address, is_from_script: isFromScript }: PaymentRow,
): boolean => {
  if (isFromScript) return false
  try {
    return !paymentAddress(address, network).isScript
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    return false
  }
}
