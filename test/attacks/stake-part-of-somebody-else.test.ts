import { describe, expect, it } from 'vitest'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { outputsOfBody } from '#cardano/transactions/inspect/parents.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { home, other, payer } from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { payTo, raw } from '../cardano/transactions/raw.ts'

/** `home` has the payment key of the vault and, for whoever has no `other`, a stranger's stake part. */
const provedInput = provedUtxo(50_000_000n)
const warned = (keys: readonly string[], addressBook = new Map<string, string>()) => {
  const summary = inspectTransaction(
    raw({
      inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
      outputs: [payTo(home, 49_800_000n)],
    }),
    {
      network: 'devnet',
      resolved: outputsOfBody(provedInput.parent),
      own: {
        keys: new Set(keys),
        unconfirmedKeys: new Set(),
        walletAddresses: new Set(),
        addressBook,
        policyNames: new Map(),
      },
    },
  )
  return warningsOf(summary).map(({ code }) => code)
}

describe('change with the key of the vault and the stake part of a stranger', () => {
  it('is warned of, though the vault can spend it: the stranger gets its rewards', () => {
    expect(warned([payer.keyHash])).toContain('foreign_stake')
  })

  it('is nothing to warn of where the stake key is here, or the user confirmed the address', () => {
    expect(warned([payer.keyHash, other.keyHash])).not.toContain('foreign_stake')
    expect(warned([payer.keyHash], new Map([[home, 'My wallet']]))).not.toContain('foreign_stake')
  })
})
