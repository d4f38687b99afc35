import type { Network } from '#cardano/network.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { publicWalletText, readPublicWallet } from '#keys/public-wallet.ts'
import type { Asks } from '../asks.ts'
import type { Wallets, WalletView } from '../policies/wallets.ts'

/** Makes a wallet for the sales of a server: its keys stay in this vault, its public file goes there. */
export const makeServerWallet = async (
  wallets: Pick<Wallets, 'create' | 'show'>,
  network: Network,
): Promise<{ readonly wallet: WalletView; readonly publicFile: string }> => {
  const { id } = await wallets.create(network)
  const wallet = await wallets.show(id)
  return { wallet, publicFile: publicWalletText(wallet) }
}

/**
 * Has buyers pay to a wallet whose keys are on another computer, once its first address is confirmed.
 * @param text of the public wallet file
 * @throws ColdpressError as `readPublicWallet`, `Asks.confirm` and `Wallets.watch`
 */
export const watchWhenConfirmed = async (
  { wallets, asks }: { readonly wallets: Pick<Wallets, 'watch'>; readonly asks: Asks },
  text: string,
): Promise<WalletView> => {
  const given = readPublicWallet(text)
  const { network, accountKey, id } = given
  await asks.confirm({
    kind: 'watch_wallet',
    question: `Have buyers on ${network} pay to a wallet on another computer?`,
    lines: [
      `Wallet: ${id}`,
      `First address: ${derivePaymentAddress(accountKey, 0, network).address}`,
      'Compare the address with the computer that has its keys. Sales and refunds are then signed there. Say no if you did not just ask for it yourself.',
    ],
    yes: 'Use the wallet',
  })
  return wallets.watch(given)
}
