import { isColdpressError } from '#shared/errors.ts'
import { paymentAddress } from '#core/cardano/addresses.ts'
import type { Studio } from '../options.ts'
import type { PaymentRow } from './payments.ts'

/**
 * Whether what is sent back to who paid arrives with somebody: not at a script, which may have paid
 * together with others, nor where the ledger's outputs cannot be sent any more.
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
