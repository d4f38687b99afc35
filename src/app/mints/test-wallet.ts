import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Account } from '../accounts/accounts.ts'

/** The network of an account, where it is known. */
export type MintTarget = Pick<Account, 'chain'>

export const hasTestWallet = ({ chain }: MintTarget): boolean => chain === 'devnet'

/** What the test wallet is reached by. */
type Target = {
  readonly app: { readonly gateways: Pick<Gateways, 'get'> }
  readonly account: MintTarget
}

/** The payment key of the devnet's test wallet; undefined on other networks. */
export const devnetWalletKey = async ({
  app: { gateways },
  account,
}: Target): Promise<KeyHash | undefined> => {
  if (!hasTestWallet(account)) return undefined
  const address = await (await gateways.get('devnet')).testWallet?.()
  return address === undefined ? undefined : keyOfPayment(address)
}

const pauseMs = 200

/**
 * Pays out of the devnet's test wallet and waits until the payment is in a block.
 * @param options.patience how long; without it, until it is
 * @throws ColdpressError `conflict` for an account that is not on the devnet, which alone has a
 * test wallet
 */
export const spendTestWallet = async (
  { app: { gateways }, account }: Target,
  address: string,
  lovelace: bigint,
  options: { readonly signal?: AbortSignal; readonly patience?: number } = {},
): Promise<TxId> => {
  const gateway = hasTestWallet(account) ? await gateways.get('devnet') : undefined
  if (gateway?.fund === undefined)
    throw new ColdpressError(
      'conflict',
      `There is a test wallet on the devnet alone. Pay from a wallet of your own to ${address}`,
    )
  const txId = await gateway.fund(address, lovelace)
  const end = Date.now() + (options.patience ?? Infinity)
  while (Date.now() < end && (await gateway.transaction(txId)) === undefined)
    await sleep(pauseMs, undefined, { signal: options.signal })
  return txId
}
