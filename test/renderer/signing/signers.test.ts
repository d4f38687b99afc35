import { describe, expect, it } from 'vitest'
import { inspectTransaction } from '../../../src/core/cardano/transactions/inspect.ts'
import { assemble } from '../../../src/core/cardano/transactions/assemble.ts'
import { signBody } from '../../../src/core/cardano/keys.ts'
import { TxId } from '../../../src/core/cardano/ids.ts'
import { signersOf } from '../../../src/renderer/views/signing/signers.ts'
import { alice, bob, carol, payer } from '../../core/cardano/transactions/ingredients.ts'
import { mintRequest, twoOfThree } from '../../core/signing/requests.ts'

const request = mintRequest({ policy: twoOfThree })
const [bytes = new Uint8Array()] = request.transactions
const resolved = request.resolvedInputs.map((one) => ({ ...one, source: 'told' as const }))
const statesOf = (signed: Uint8Array, here: readonly string[], own: readonly string[] = []) => {
  const summary = inspectTransaction(signed, { resolved })
  const signers = signersOf({ summary, keysHere: [...here], signedHere: [...own] })
  return Object.fromEntries(signers.map(({ keyHash, state }) => [keyHash, state]))
}

describe('who signs', () => {
  it('tells keys that must sign from those that may, and those that are here', () => {
    expect(statesOf(bytes, [payer.keyHash, bob.keyHash])).toEqual({
      [payer.keyHash]: 'missingHere',
      [alice.keyHash]: 'may',
      [bob.keyHash]: 'mayHere',
      [carol.keyHash]: 'may',
    })
  })

  it('tells signatures that were made here from those of others', () => {
    const { txId } = inspectTransaction(bytes)
    const witnesses = [alice, bob].map((key) => signBody(key, TxId(txId)))
    const signed = assemble(bytes, witnesses).bytes
    expect(statesOf(signed, [alice.keyHash], [alice.keyHash])).toMatchObject({
      [alice.keyHash]: 'signedHere',
      [bob.keyHash]: 'signed',
      [payer.keyHash]: 'missing',
    })
  })
})
