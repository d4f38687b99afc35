/** The chains that Coldpress knows. A devnet is Coldpress's own ledger and a testnet on the wire. */
export const networks = ['mainnet', 'preprod', 'preview', 'devnet'] as const
export type Network = (typeof networks)[number]

/** `testnet`: a service that says no more than the interface does, which knows only two networks. */
export type ServiceNetwork = Network | 'testnet'
