import { ColdpressError } from '#values/errors/errors.ts'
import { networks } from '#values/networks/networks.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Network } from '#cardano/network.ts'
import { timeOf } from '#cardano/slots.ts'

/**
 * The network of a mint. The interface only says mainnet or testnet, but each chain counts slots
 * from another moment, so a slot with its time identifies it.
 * @throws ColdpressError `service_error` when slot and time match no network
 */
export const networkOfMint = ({ transactions }: Pick<Mint, 'transactions'>): Network => {
  const [first] = transactions
  const network = networks.find(
    (candidate) =>
      first !== undefined &&
      timeOf(candidate, BigInt(first.valid_until_slot)).getTime() === Date.parse(first.valid_until),
  )
  if (network !== undefined) return network
  throw new ColdpressError(
    'service_error',
    'The service answered a mint whose slots and times belong to no network.',
  )
}
