import { describe, expect, it } from 'vitest'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { outputsOfBody } from '#cardano/transactions/inspect/parents.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { alice, all, bob, home, payer, sig } from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { bytes, map, payTo, raw, text } from '../cardano/transactions/raw.ts'

/** pycardano's builder names the owners of all inputs and the keys of all scripts as required signers. */
const provedInput = provedUtxo(50_000_000n)
const script = all(sig(alice))
const policyId = policyIdOf(scriptFromJson(script))
const mintOf = (...required: readonly { readonly keyHash: string }[]) =>
  raw({
    inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
    outputs: [payTo(home, 49_800_000n, map([bytes(policyId), map([text('A'), 1n])]))],
    mint: map([bytes(policyId), map([text('A'), 1n])]),
    scripts: [script],
    body: [[14n, required.map(({ keyHash }) => bytes(keyHash))]],
  })
const unexplained = (cbor: Uint8Array, parents: readonly Uint8Array[]) =>
  warningsOf(
    inspectTransaction(cbor, { network: 'devnet', resolved: parents.flatMap(outputsOfBody) }),
  ).filter(({ code }) => code === 'signer_unexplained')

describe('a mint whose builder names every signer as required', () => {
  it('stops nobody where the parents explain each of them', () => {
    expect(unexplained(mintOf(payer, alice), [provedInput.parent])).toEqual([])
  })

  it('stops where an input is unproved, for it may belong to that key', () => {
    expect(unexplained(mintOf(payer, alice), [])).toMatchObject([
      { severity: 'error', facts: { keyHash: payer.keyHash } },
    ])
  })

  it('mentions a key that owns nothing and satisfies nothing', () => {
    expect(unexplained(mintOf(payer, alice, bob), [provedInput.parent])).toMatchObject([
      { severity: 'info', facts: { keyHash: bob.keyHash } },
    ])
  })
})
