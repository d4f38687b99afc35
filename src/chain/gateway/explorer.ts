import type { Network } from '#cardano/network.ts'

const hosts: Readonly<Record<Exclude<Network, 'devnet'>, string>> = {
  mainnet: 'cardanoscan.io',
  preprod: 'preprod.cardanoscan.io',
  preview: 'preview.cardanoscan.io',
}

/** Where a person looks at a transaction of a public network in a browser. */
export const publicTransactionPage = (network: Exclude<Network, 'devnet'>, txId: string): string =>
  `https://${hosts[network]}/transaction/${txId}`

/** The devnet's own page of a transaction. @param baseUrl of the devnet's interface */
export const devnetTransactionPage = (baseUrl: string, txId: string): string =>
  `${baseUrl}/devnet/tx/${txId}`
