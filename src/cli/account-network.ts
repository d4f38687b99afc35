import type { ServiceNetwork } from '#shared/networks.ts'
import type { WireNetwork } from '#shared/wire/collection.ts'
import { knownChainOf } from '#core/accounts/chain-of.ts'
import type { Session } from './session.ts'

/**
 * The network of the session's account as text names it; `--json` keeps the interface's word, which
 * for the devnet is testnet.
 */
export const accountNetwork = async (
  session: Session,
  network: WireNetwork,
): Promise<ServiceNetwork> =>
  knownChainOf((await session.core()).accounts.get(session.account), network)
