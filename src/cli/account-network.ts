import type { ServiceNetwork } from '#values/networks/networks.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'
import type { Session } from './session.ts'

/**
 * The networks of the session's account as text names them; `--json` keeps the interface's word,
 * which for the devnet is testnet, and which not every service says.
 */
export const accountNetworks = async (
  session: Session,
): Promise<(network: string | null | undefined) => ServiceNetwork> => {
  const account = (await session.app()).accounts.get(session.account)
  return (network) => knownChainOf(account, network)
}

export const accountNetwork = async (
  session: Session,
  network: string | null | undefined,
): Promise<ServiceNetwork> => (await accountNetworks(session))(network)
