import { ColdpressError } from '#values/errors/errors.ts'
import { parseAddress, joinAddress } from './addresses.ts'
import { decimalText } from './decimals.ts'

/** CIP-27 metadata of a royalty token; `rate` is a decimal from 0 to 1, such as `0.125`. */
export type RoyaltyMetadata = { readonly '777': { readonly addr: string[]; readonly rate: string } }

/**
 * The metadata with which a royalty token is minted. Once minted it can never change, so both parts
 * are proved here again. The pieces of the address stay as they were given.
 * @throws ColdpressError `invalid` for an address that cannot be paid and a rate outside 0 to 1
 */
export const royaltyMetadata = (royalty: {
  readonly address: readonly string[]
  readonly rate: number | string
}): RoyaltyMetadata => {
  const { kind } = parseAddress(joinAddress(royalty.address))
  if (kind === 'stake')
    throw new ColdpressError('invalid', 'royalty.address: a stake address cannot be paid')
  return { '777': { addr: [...royalty.address], rate: rateText(royalty.rate) } }
}

/**
 * A royalty in the form in which it is shown and confirmed.
 * @throws ColdpressError as {@link royaltyMetadata}
 */
export const royaltyTerms = (
  royalty: Parameters<typeof royaltyMetadata>[0],
): { readonly rate: string; readonly address: string } => {
  const { addr, rate } = royaltyMetadata(royalty)['777']
  return { rate, address: joinAddress(addr) }
}

/** A plain decimal without exponent and without added digits. */
const rateText = (rate: number | string): string => {
  const text = typeof rate === 'number' ? decimalText(rate) : rate.replace(/^\./u, '0.')
  const inRange = /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/u.test(text)
  if (inRange && text.length <= 64) return text
  throw new ColdpressError(
    'invalid',
    'royalty.rate: not a decimal number from 0.0 to 1.0, such as 0.125 for 12.5 percent',
  )
}
