import { describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { generatePolicyKey, readSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import { findPolicyInFiles } from '#app/policies/from-files/find-policy.ts'
import { foundPolicyView } from '#app/policies/from-files/found-policy-view.ts'
import type { PolicyFile } from '#app/policies/from-files/policy-file.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { utf16 } from '../../../support/utf16.ts'

const key = generatePolicyKey()
const plain: ScriptJson = { type: 'all', scripts: [{ type: 'sig', keyHash: key.keyHash }] }
const policyId = policyIdOf(scriptFromJson(plain))

const fileOf = (name: string, content: unknown): PolicyFile => ({
  name,
  content: Secret.ofText(typeof content === 'string' ? content : JSON.stringify(content)),
})

const factsOf = (...files: readonly PolicyFile[]) =>
  foundPolicyView(
    findPolicyInFiles(files, []),
    { encrypted: [], skipped: [], suggestedName: null },
    {
      network: 'preprod',
      networkBy: 'choice',
      now: new Date('2026-01-01T00:00:00Z'),
      inVault: new Set(),
      isListed: false,
    },
  )

describe('a script in the spelling of another tool is the policy that it is', () => {
  const hash = Buffer.from(key.keyHash, 'hex')
  it.each(['addr_shared_vkh', 'addr_vkh', 'policy_vkh', 'stake_vkh'])(
    'with its key hash in bech32: %s',
    (prefix) => {
      const script = { type: 'all', scripts: [{ type: 'sig', keyHash: writeBech32(prefix, hash) }] }
      expect(factsOf(fileOf('policy.script', script))).toMatchObject({ policyId })
    },
  )

  // The key is random, so the last letter may be any: it always changes.
  const slipped = writeBech32('policy_vkh', hash).replace(/.$/u, (last) =>
    last === 'q' ? 'p' : 'q',
  )

  it.each([
    ['bech32 with a character changed', slipped],
    ['a public key where a hash belongs', writeBech32('policy_vk', Buffer.alloc(32, 7))],
    ['a hash of another length', writeBech32('policy_vkh', Buffer.alloc(32, 7))],
  ])('not with %s', (_, keyHash) => {
    const script = { type: 'sig', keyHash }
    expect(() => factsOf(fileOf('policy.script', script))).toThrow('keyHash: not 28 bytes of hex')
  })

  it.each([
    ['Lucid', { type: 'Native', script: scriptToCbor(scriptFromJson(plain)) }],
    [
      'with a language tag',
      { type: 'Native', script: `8200${scriptToCbor(scriptFromJson(plain))}` },
    ],
    ['without a type', { script: scriptToCbor(scriptFromJson(plain)).toUpperCase() }],
  ])('as CBOR in a field: %s', (_, policy) => {
    expect(factsOf(fileOf('policy.json', policy))).toMatchObject({ policyId })
  })

  it('in UTF-16, as PowerShell writes it', () => {
    const bytes = utf16(JSON.stringify(plain))
    const file = { name: 'policy.script', content: Secret.ofBytes(bytes) }
    expect(factsOf(file)).toMatchObject({ policyId })
  })

  it('but in no other encoding', () => {
    const content = Secret.ofBytes(Buffer.from('{"é": 1}', 'latin1'))
    expect(() => factsOf({ name: 'policy.script', content })).toThrow(/not UTF-8/u)
  })

  it('but no Plutus script is read as a native one', () => {
    const plutus = { type: 'PlutusV2', script: '4e4d01000033222220051200120011' }
    expect(() => factsOf(fileOf('policy.json', plutus))).toThrow(/cannot be read/u)
  })
})

describe('a stake key', () => {
  const seed = Buffer.alloc(32, 5)
  const stake = {
    type: 'StakeSigningKeyShelley_ed25519',
    description: '',
    cborHex: `5820${seed.toString('hex')}`,
  }

  it('is taken where the script names its hash, and called what it is', () => {
    const named = readSigningKey(Secret.ofText(stake.cborHex))
    const script = { type: 'sig', keyHash: named.keyHash }
    const facts = factsOf(fileOf('policy.script', script), fileOf('policy.skey', stake))
    expect(facts.keys).toMatchObject([{ source: 'files', file: 'policy.skey, a stake key' }])
    expect(facts.minting).toBe('possible')
  })

  it('of another policy is refused as a stake key', () => {
    expect(() => factsOf(fileOf('policy.script', plain), fileOf('policy.skey', stake))).toThrow(
      /^policy\.skey, a stake key: its key hash [0-9a-f]{56} is not in policy\.script/u,
    )
  })

  it.each(['VrfSigningKey_PraosVRF', 'KesSigningKey_ed25519_kes_2^6'])(
    'a key of a block producer stays refused: %s',
    (type) => {
      const files = [fileOf('policy.script', plain), fileOf('policy.skey', { ...stake, type })]
      expect(() => factsOf(...files)).toThrow('policy.skey: ')
    },
  )
})

describe('a policy that no signatures fulfil', () => {
  it.each<[string, ScriptJson]>([
    ['3 of 1', { type: 'atLeast', required: 3, scripts: [{ type: 'sig', keyHash: key.keyHash }] }],
    ['any of none', { type: 'any', scripts: [] }],
    [
      'before a slot and after it',
      {
        type: 'all',
        scripts: [
          { type: 'before', slot: 5 },
          { type: 'after', slot: 9 },
        ],
      },
    ],
  ])('is not called locked: %s', (_, script) => {
    expect(factsOf(fileOf('policy.script', script)).minting).toBe('impossible')
  })
})
