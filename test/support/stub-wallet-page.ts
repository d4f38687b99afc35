import type { Page } from 'playwright-core'
import type { browserWallet } from './browser-wallet.ts'

type Wallet = ReturnType<typeof browserWallet> & {
  /** 1 on mainnet, 0 elsewhere. */
  readonly getNetworkId?: () => number
}

/**
 * Puts a wallet into a page as an extension does (CIP-30): late, and with functions that run outside
 * of the page.
 */
export const injectWallet = async (page: Page, wallet: Wallet): Promise<void> => {
  const answer = (name: keyof Wallet, given: readonly string[]): unknown => {
    if (name === 'signTx') return wallet.signTx(given[0] ?? '')
    if (name === 'getNetworkId') return wallet.getNetworkId?.() ?? 0
    return wallet[name]()
  }
  await page.exposeFunction('stubWallet', async (name: keyof Wallet, ...given: string[]) => {
    try {
      return { value: await answer(name, given) }
    } catch (error) {
      // TxSignError of CIP-30: the user declined.
      return { refusal: { code: 2, info: String(error) } }
    }
  })
  await page.addInitScript(() => {
    const call =
      (name: string) =>
      async (...given: unknown[]): Promise<unknown> => {
        const { value, refusal } = await Reflect.get(globalThis, 'stubWallet')(name, ...given)
        if (refusal !== undefined) throw refusal
        return value
      }
    const api = {
      getNetworkId: call('getNetworkId'),
      getUtxos: call('getUtxos'),
      getChangeAddress: call('getChangeAddress'),
      signTx: call('signTx'),
    }
    const stub = { name: 'Stub <b>wallet</b>', apiVersion: '1', enable: async () => api }
    setTimeout(() => Reflect.set(globalThis, 'cardano', { stub, nonsense: 1 }), 300)
  })
}
