import { expect, it } from 'vitest'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { requireEnoughKeys } from '#app/policies/for-collection.ts'
import type { ScriptJson } from '#contract/policies/script.ts'

const [one, two, three] = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
const twoOfThree: ScriptJson = {
  type: 'atLeast',
  required: 2,
  scripts: [one, two, three].map(({ keyHash }) => ({ type: 'sig', keyHash })),
}
const policyWith = (...keys: readonly (typeof one)[]) => ({
  lock: false,
  script: twoOfThree,
  signing_keys: keys.map((key) => writeSigningKey(key, 'bech32').text()),
})
const hosted = { network: 'mainnet' } as const

it('a hosted service gets no policy without enough keys to mint by itself', () => {
  const { signing_keys: _none, ...without } = policyWith()
  for (const policy of [without, policyWith()])
    expect(() => requireEnoughKeys(policy, hosted)).toThrow(/watch-only.*Nothing was sent/u)
  expect(() => requireEnoughKeys(policyWith(one), hosted)).toThrow(/too few keys/u)
  expect(() => requireEnoughKeys(policyWith(one, three), hosted)).not.toThrow()
  expect(() => requireEnoughKeys({ lock: false }, hosted)).not.toThrow()
  // The Local studio waits for signatures from elsewhere.
  expect(() => requireEnoughKeys(without, { ...hosted, chain: 'mainnet' })).not.toThrow()
})
