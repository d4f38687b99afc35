import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { readWitness, writeWitness } from '#cardano/envelope.ts'
import { isWitnessText } from '#cardano/envelope-kind.ts'
import { TxId } from '#cardano/ids.ts'
import { keyHashOf, verifyWitness } from '#cardano/keys.ts'
import { witnessesInCopy } from '#cardano/transactions/assemble.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { mergeFiles } from '#app/policies/from-files/policy-file.ts'
import { readPolicyFiles } from '#app/policies/from-files/read-policy-files.ts'
import { inspectFiles } from '#app/policies/inspect.ts'
import { readFileSource } from '#main/services/read-source.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'pycardano')
const file = (name: string): string => readFileSync(join(folder, name), 'utf8')
const now = new Date('2026-11-24T00:00:00Z')
const inspect = async (...names: readonly string[]) => {
  const read = await Promise.all(
    names.map((name) => readPolicyFiles(join(folder, name), readFileSource)),
  )
  return inspectFiles(mergeFiles(read), { now })
}

it('a policy is taken over from the files that pycardano wrote, with and without types', async () => {
  const policyId = file('policy.id')
  for (const script of ['policy.script', 'policy.cbor.script'])
    for (const kind of ['policy', 'plain']) {
      expect(await inspect(script, 'policy.id', `${kind}.skey`, `${kind}.vkey`)).toMatchObject({
        policyId,
        minting: 'possible',
        keys: [{ source: 'files', file: `${kind}.skey` }],
      })
      // The public key alone is not taken for one that signs, though it has the same length.
      expect(await inspect(script, `${kind}.vkey`)).toMatchObject({
        minting: 'others_sign',
        keys: [{ source: 'public', file: `${kind}.vkey` }],
      })
    }
})

it('a transaction that pycardano signed gives its signature, with its own type and an empty one', async () => {
  const unsigned = readTransactionText(file('mint.tx'))
  const { txId } = inspectTransaction(unsigned)
  const [{ keyHash } = { keyHash: '' }] = (await inspect('policy.script')).keys
  const copy: object = JSON.parse(file('mint.signed'))
  expect(copy).toMatchObject({ type: 'Signed Tx ConwayEra' })
  const own = readWitness(file('mint.witness'))
  expect(isWitnessText(file('mint.witness'))).toBe(true)
  for (const type of ['Signed Tx ConwayEra', '']) {
    const signed = readTransactionText(JSON.stringify({ ...copy, type }))
    expect(inspectTransaction(signed).txId).toBe(txId)
    // Beside the payer's, which was there before.
    const witness = witnessesInCopy(unsigned, signed).find(
      ({ publicKey }) => keyHashOf(hexToBytes(publicKey)) === keyHash,
    )
    if (witness === undefined) throw new Error('no witness of the policy')
    expect(writeWitness(witness)).toBe(writeWitness(own))
    expect(verifyWitness(witness, TxId(txId))).toBe(true)
  }
})
