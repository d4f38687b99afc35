import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import {
  type NativeScript,
  policyIdOf,
  scriptFromCbor,
  scriptToCbor,
  scriptToJson,
} from '#cardano/scripts.ts'
import { createPhrases, phrasesSchema } from '#app/policies/phrases.ts'
import { createPolicies } from '#app/policies/policies.ts'
import { policiesSchema } from '#app/policies/store.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { Secret } from '#platform/secret/secret.ts'
import { filesHolding, openHome } from '../accounts/home.ts'
import { importParts, importText } from '../../support/import-policy.ts'

const ownKeys = { add: async () => undefined, isConfirmed: async () => false }

const open = async () => {
  const home = await openHome([policiesSchema, phrasesSchema, practiceSchema])
  await home.create()
  const phrases = createPhrases({ ...home, ownKeys })
  const { db, vault } = home
  const policies = createPolicies({ db, vault, ownKeys, phrases, network: 'preprod' })
  return { ...home, policies, phrases }
}

const [alice, bob] = [generatePolicyKey(), generatePolicyKey()]
const script: NativeScript = {
  type: 'all',
  scripts: [
    { type: 'sig', keyHash: alice.keyHash },
    { type: 'sig', keyHash: bob.keyHash },
    { type: 'before', slot: 200_000_000n },
  ],
}
const valid = {
  format: 'coldpress-public-policy',
  version: 1,
  policy_id: policyIdOf(script),
  name: 'Herbarium',
  network: 'preprod',
  lock_time: '2028-10-20T19:33:20.000Z',
  script: scriptToJson(script),
  keys: [{ public_key: alice.publicKey, path: "m/1855'/1815'/0'" }],
}
const secretJson = (value: unknown): Secret => Secret.ofText(JSON.stringify(value))

describe('a public policy file', () => {
  it('is written with the key in the vault, without opening it, and has no byte of the key', async () => {
    const { policies, vault } = await open()
    const made = await policies.generate({ name: 'Herbarium', lockTime: '2030-06-01' })
    const revealed = await policies.revealForExport(made.policyId)
    const [secret = ''] = z
      .looseObject({ signing_keys: z.array(z.string()) })
      .parse(JSON.parse(revealed.text())).signing_keys
    vault.lock()
    const text = await policies.publicPolicyText(made.policyId)
    expect(JSON.parse(text)).toEqual({
      format: 'coldpress-public-policy',
      version: 1,
      policy_id: made.policyId,
      name: 'Herbarium',
      network: 'preprod',
      lock_time: '2030-06-01T00:00:00.000Z',
      script: made.script,
      keys: [{ public_key: expect.stringMatching(/^[0-9a-f]{64}$/u), path: null }],
    })
    expect(text).not.toContain(secret)
  })

  it('names the derivation path of a key of a recovery phrase', async () => {
    const { policies, phrases } = await open()
    await phrases.restore(Secret.ofText(`${'abandon '.repeat(11)}about`))
    const made = await policies.generate({ phrase: { index: 7 } })
    expect(JSON.parse(await policies.publicPolicyText(made.policyId))).toMatchObject({
      keys: [{ path: "m/1855'/1815'/7'" }],
    })
  })

  it('becomes a watch-only policy, which writes the same file again, without a vault passphrase', async () => {
    const { policies, vault, home } = await open()
    vault.lock()
    expect(await importText(policies, secretJson(valid))).toMatchObject({
      policyId: valid.policy_id,
      name: 'Herbarium',
      network: 'preprod',
      origin: 'imported',
      canMint: false,
      keys: [
        { keyHash: alice.keyHash, here: false, path: "m/1855'/1815'/0'" },
        { keyHash: bob.keyHash, here: false, path: null },
      ],
    })
    expect(JSON.parse(await policies.publicPolicyText(valid.policy_id))).toEqual(valid)
    expect(await filesHolding(home, writeSigningKey(alice, 'hex').text())).toEqual([])
    const [vkey] = await policies.verificationKeyFiles(valid.policy_id)
    expect(vkey).toMatchObject({ keyHash: alice.keyHash, publicKey: alice.publicKey })
  })

  it('takes keys of it along, and later ones alone', async () => {
    const { policies } = await open()
    const keys = [writeSigningKey(alice, 'envelope')]
    const taken = await importParts(policies, { script: JSON.stringify(valid), keys })
    expect(taken.keys.map(({ here }) => here)).toEqual([true, false])
    const again = await importText(policies, writeSigningKey(bob, 'envelope'))
    expect(again).toMatchObject({ policyId: valid.policy_id, canMint: true })
  })

  it('keeps a script whose own bytes are not the usual ones', async () => {
    const { policies } = await open()
    // a list of indefinite length
    const odd = scriptFromCbor(`82019f8200581c${alice.keyHash}ff`)
    await policies.record({ script: odd, network: 'preprod', origin: 'imported' })
    await importText(
      policies,
      secretJson({
        ...valid,
        policy_id: policyIdOf(odd),
        lock_time: null,
        script: scriptToCbor(odd),
      }),
    )
    const written: unknown = JSON.parse(await policies.publicPolicyText(policyIdOf(odd)))
    expect(written).toMatchObject({ policy_id: policyIdOf(odd), script: scriptToCbor(odd) })
  })

  it.each([
    ['of another id', { policy_id: '0a'.repeat(28) }, 'policy_id', 'not the hash of the script'],
    [
      'with a key of another policy',
      {
        keys: [{ public_key: generatePolicyKey().publicKey, path: null }],
      },
      'foreign_key',
      'is not in the script',
    ],
    ['with a key twice', { keys: [valid.keys[0], valid.keys[0]] }, 'foreign_key', 'twice'],
    ['with a lock time of another network', { network: 'preview' }, 'network', 'preview'],
    ['without its lock time', { lock_time: null }, 'network', 'locks at 2028'],
    [
      'with a field that nobody knows',
      { signing_keys: ['x'] },
      'fields',
      'signing_keys: no such field',
    ],
    [
      'with a field in a key',
      {
        keys: [{ ...valid.keys[0], secret: 'x' }],
      },
      'fields',
      'keys[0].secret: no such field',
    ],
    [
      'with a field in its script',
      {
        script: { ...valid.script, note: 'x' },
      },
      'script',
      'does not write',
    ],
    [
      'with a path that is none',
      {
        keys: [{ public_key: alice.publicKey, path: 'm/../x' }],
      },
      'fields',
      'not a path',
    ],
    ['of a newer version', { version: 2 }, 'version', 'newer Coldpress'],
    ['of an unknown network', { network: 'moon' }, 'fields', 'network'],
    [
      'with more keys than a script can hold',
      {
        keys: Array.from({ length: 600 }, () => valid.keys[0]),
      },
      'fields',
      'keys',
    ],
  ])('%s is refused, and nothing is stored', async (_name, changes, rule, words) => {
    const { policies } = await open()
    const error = importText(policies, secretJson({ ...valid, ...changes }))
    await expect(error).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(words),
      details: { rule },
    })
    expect(await policies.list()).toEqual([])
  })

  it('of another network than the one listed or named is refused, until that network is named', async () => {
    const { policies } = await open()
    await policies.record({ script, network: 'mainnet', origin: 'imported' })
    await expect(importText(policies, secretJson(valid))).rejects.toMatchObject({
      message: expect.stringContaining('lists the policy on mainnet'),
      details: { rule: 'network' },
    })
    await expect(
      importText(policies, secretJson(valid), { network: 'preview' }),
    ).rejects.toMatchObject({ details: { rule: 'network' } })
    expect(await importText(policies, secretJson(valid), { network: 'preprod' })).toMatchObject({
      network: 'preprod',
    })
  })
})
