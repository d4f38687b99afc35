import type { SaleFacts } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { Core } from '#app/create-core.ts'
import { keysHere } from '../minting/keys-here.ts'

/** The transaction that waits for signatures: that of the refund, if there is one. */
const waitingMint = ({ status, mint_id: mintId, refund_id: refundId }: Sale) => {
  if (typeof refundId === 'string') return { mintId: refundId, kind: 'refund' } as const
  return status === 'PROCESSING' && typeof mintId === 'string'
    ? ({ mintId, kind: 'sale' } as const)
    : undefined
}

/** The missing signers; null when no signature is missing. */
export const parkedOf = async (
  core: Pick<Core, 'vault' | 'wallets' | 'accounts'>,
  accountId: string,
  client: Pick<MintingClient, 'getMint'>,
  sale: Sale,
): Promise<SaleFacts['parked']> => {
  const waiting = waitingMint(sale)
  if (waiting === undefined) return null
  const mint = await client.getMint(sale.collection_id, waiting.mintId)
  const { status, transactions } = mint
  if (status !== 'awaiting_witnesses') return null
  const hasKey = keysHere(core, accountId, mint)
  const missing = new Set(transactions.flatMap((one) => one.missing))
  return {
    ...waiting,
    missing: await Promise.all(
      [...missing].map(async (keyHash) => ({
        keyHash,
        here: await hasKey(keyHash),
      })),
    ),
  }
}
