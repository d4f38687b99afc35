import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintSession } from './mint-session.ts'

const pauseMs = 200

/**
 * Pays out of the devnet's test wallet and waits until the payment is in a block.
 * @throws ColdpressError `conflict` for an account that is not on the devnet, which alone has a
 * test wallet
 */
export const fundFromTestWallet = async (
  { core, session: { account, signal } }: MintSession,
  address: string,
  lovelace: bigint,
): Promise<TxId> => {
  const isDevnet = core.accounts.get(account).chain === 'devnet'
  const gateway = isDevnet ? await core.gateways.get('devnet') : undefined
  if (gateway?.fund === undefined)
    throw new ColdpressError(
      'conflict',
      `Only the devnet of the Local studio has a test wallet. Pay from a wallet of your own to ${address}`,
    )
  const txId = await gateway.fund(address, lovelace)
  while ((await gateway.transaction(txId)) === undefined)
    await sleep(pauseMs, undefined, { signal })
  return txId
}

/** The payment key of the devnet's test wallet; undefined on other networks. */
export const testWalletKeyOf = async ({
  core,
  session: { account },
}: MintSession): Promise<KeyHash | undefined> => {
  if (core.accounts.get(account).chain !== 'devnet') return undefined
  const address = await (await core.gateways.get('devnet')).testWallet?.()
  return address === undefined ? undefined : keyOfPayment(address)
}
