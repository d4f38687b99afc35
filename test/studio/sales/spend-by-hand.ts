import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { TxId } from '#cardano/ids.ts'
import { paymentKeyAt } from '#cardano/payment-wallet.ts'
import { buildSweep } from '#cardano/transactions/build/build-sweep.ts'
import { Database } from '#platform/db/database.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { signWith } from '../../support/ledger.ts'
import { until } from '../../support/until.ts'
import type { Sales } from './open-sales.ts'

const indexRow = z.object({ wallet_id: z.string(), wallet_index: z.int() })

/**
 * The wallet's phrase sends what was paid for a sale to somebody else.
 * @param paidIn only what this transaction paid; default: all of it
 */
export const spendByHand = async (
  { studio, harness, fakeVault }: Sales,
  sold: WholeSale,
  to: string,
  paidIn?: TxId,
): Promise<TxId> => {
  const database = new Database(studio.databasePath, [])
  const query = 'SELECT wallet_id, wallet_index FROM sales WHERE id = :id'
  const row = database.get(indexRow, query, { id: sold.id })
  database.close()
  const entropy = hexToBytes(fakeVault.wallets.get(row?.wallet_id ?? '') ?? '')
  const key = paymentKeyAt(entropy, row?.wallet_index ?? -1)
  const { gateway } = harness
  const [{ slot }, { parameters }, all] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    gateway.utxosAt(sold.payment_address),
  ])
  const utxos = all.filter(({ txId }) => paidIn === undefined || txId === paidIn)
  const funding = { utxos, changeAddress: to }
  const built = buildSweep({ network: 'devnet', parameters, slot, funding }, to)
  await gateway.submit(signWith(built.cbor, built.requiredSigners, [key]))
  await until(async () => (await gateway.transaction(built.txId)) !== undefined)
  return built.txId
}
