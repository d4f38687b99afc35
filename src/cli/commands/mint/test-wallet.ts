import { spendTestWallet } from '#app/mints/test-wallet.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintSession } from './mint-session.ts'

export const fundFromTestWallet = (
  mintSession: MintSession,
  address: string,
  lovelace: bigint,
): Promise<TxId> =>
  spendTestWallet(mintSession, address, lovelace, { signal: mintSession.session.signal })

/** The payment key of the devnet's test wallet; undefined on other networks. */
export const testWalletKeyOf = async ({
  app,
  account,
}: MintSession): Promise<KeyHash | undefined> => {
  if (account.chain !== 'devnet') return undefined
  const address = await (await app.gateways.get('devnet')).testWallet?.()
  return address === undefined ? undefined : keyOfPayment(address)
}
