import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { parseAddress, paymentAddress } from '#cardano/addresses.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { ChainOutput } from '#chain/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import type { PaymentRow } from './payments.ts'

type Payer = Pick<PaymentRow, 'from_address' | 'is_from_script'>

/** Who paid, by the inputs of the transaction: the address of the first, and the key of all. */
export const payerFrom = (
  inputs: readonly Pick<ChainOutput, 'address'>[],
): Payer & { readonly payer_key: string } => ({
  from_address: inputs[0]?.address ?? '',
  is_from_script: inputs.some(({ address }) => isScript(address)),
  payer_key: sharedKeyOf(inputs.map(({ address }) => address)),
})

/**
 * The payment key hash that all addresses share; empty where they share none. Their stake parts do
 * not count: anybody can write another's beside a key of their own (CIP-19).
 */
const sharedKeyOf = (addresses: readonly string[]): string => {
  const keys = new Set([...new Set(addresses)].map(keyOf))
  const [only = ''] = keys
  return keys.size === 1 ? only : ''
}

const keyOf = (address: string): string => {
  try {
    return keyOfPayment(address) ?? ''
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    return ''
  }
}

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

/** A payment as the rules of refunds, which the studio shares with its clients, read it. */
export const refundable = (studio: Pick<Studio, 'network'>, row: PaymentRow) => ({
  row,
  use: row.use,
  lacks: row.lacks,
  lovelace: row.lovelace,
  address: row.from_address,
  is_reachable: isReachable(studio, row),
})
