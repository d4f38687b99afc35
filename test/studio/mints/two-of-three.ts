import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { generatePolicyKey, type PolicyKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { fundedCollection, type MintHarness, mintOf, postMint } from './mint-harness.ts'
import { testAddress, type TestStudio } from '../open-studio.ts'

/** 2 of 3 keys; the collection is created with the first two. */
export const twoOfThree = () => {
  const keys = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()] as const
  const script = scriptFromJson({
    type: 'atLeast',
    required: 2,
    scripts: keys.map(({ keyHash }) => ({ type: 'sig' as const, keyHash })),
  })
  const policy = {
    lock: false,
    policy_id: policyIdOf(script),
    script: scriptToJson(script),
    signing_keys: keys.slice(0, 2).map((key) => writeSigningKey(key, 'bech32').text()),
  }
  return { keys, policy }
}

/** A mint of one token that has the first key's signature and waits for the third's. */
export const waitingForThird = async (harness: MintHarness, studio: TestStudio, name: string) => {
  const { keys, policy } = twoOfThree()
  const [first, second, third] = keys
  const { id } = await fundedCollection(harness, studio, { names: [name], more: { policy } })
  const made = mintOf(
    await postMint(studio, id, {
      tokens: 'all',
      to: testAddress,
      signers: [first.keyHash, third.keyHash],
    }),
  )
  const [transaction] = made.transactions
  if (transaction === undefined) throw new Error('no transaction')
  return { policy, second, third, id, made, transaction }
}

/** The file that one of the keys signs elsewhere. */
export const witnessOf = (key: PolicyKey, txId: string) => writeWitness(signBody(key, TxId(txId)))
