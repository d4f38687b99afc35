import type { TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { tokenMetadata } from '#cardano/metadata.ts'
import {
  accountKeyOfEntropy,
  derivePaymentAddress,
  paymentKeyBelow,
  paymentsParent,
} from '#cardano/payment-wallet.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { buildSale } from '#cardano/transactions/build/build-sale.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import type { MintHarness } from '../studio/mints/mint-harness.ts'
import { image, testAddress } from '../studio/open-studio.ts'
import { signWith } from '../support/ledger.ts'
import { until } from '../support/until.ts'

/** Keys in memory, and an address for each sale. */
export const createSeller = (saleCount: number) => {
  const entropy = crypto.getRandomValues(new Uint8Array(32))
  const accountKey = accountKeyOfEntropy(entropy)
  const addresses = Array.from(
    { length: saleCount },
    (_, index) => derivePaymentAddress(accountKey, index, 'devnet').address,
  )
  return { policyKey: generatePolicyKey(), parent: paymentsParent(entropy), addresses }
}

/**
 * Mints a token for each payment with the project's builders and nothing around them: no database,
 * no seals, one transaction after the other.
 * @param sale.paidBy the last payment; it waits for its confirmations as a sale does
 * @returns when the last token is confirmed
 */
export const mintAlone = async (
  { gateway }: MintHarness,
  { policyKey, parent, addresses }: ReturnType<typeof createSeller>,
  sale: { readonly paidBy: TxId; readonly buyer: string; readonly price: bigint },
): Promise<void> => {
  const confirmed = (txId: TxId) =>
    until(async () => {
      const [found, tip] = await Promise.all([gateway.transaction(txId), gateway.tip()])
      return found !== undefined && tip.height - found.height >= confirmationsWanted('devnet')
    })
  const script = scriptFromJson({
    type: 'all',
    scripts: [{ type: 'sig', keyHash: policyKey.keyHash }],
  })
  const policyId = policyIdOf(script)
  await confirmed(sale.paidBy)
  const [{ parameters }, { slot }] = await Promise.all([gateway.parameters(), gateway.tip()])
  let last = sale.paidBy
  for (const [index, address] of addresses.entries()) {
    const name = `Sale${index}`
    const token = { asset_name: name, name, image, metadata_attributes: [], custom_attributes: {} }
    const built = buildSale(
      { network: 'devnet', slot, parameters },
      {
        policy: { script, signers: new Set([policyKey.keyHash]) },
        tokens: [
          { assetName: Buffer.from(name), metadata: tokenMetadata(undefined, token, policyId) },
        ],
        buyer: sale.buyer,
        payments: await gateway.utxosAt(address),
        price: sale.price,
        payouts: [{ address: testAddress, ratio: 1 }],
      },
    )
    const keys = [policyKey, paymentKeyBelow(parent, index)]
    last = await gateway.submit(signWith(built.cbor, built.requiredSigners, keys))
  }
  await confirmed(last)
}
