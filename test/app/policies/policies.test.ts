import { describe, expect, it } from 'vitest'
import { KeyHash } from '#cardano/ids.ts'
import { generatePolicyKey, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, type NativeScript, scriptToJson } from '#cardano/scripts.ts'
import { inspectPolicy } from '#app/policies/inspect.ts'
import { createPhrases, phrasesSchema } from '#app/policies/phrases.ts'
import { createPolicies } from '#app/policies/policies.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { policiesSchema } from '#app/policies/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { policyExport } from '#contract/policies/policy.ts'
import { answer, clientOf, serve } from '../api/service.ts'
import { filesHolding, openHome } from '../accounts/home.ts'
import { importParts, importText } from '../../support/import-policy.ts'

const passphrase = () => Secret.ofText('a test passphrase')

/** Which keys are sealed as own is the matter of own-keys.test.ts. */
const ownKeys = { add: async () => undefined, isConfirmed: async () => false }

const open = async (network: 'mainnet' | 'preprod' | 'devnet' = 'preprod') => {
  const home = await openHome([policiesSchema, phrasesSchema, practiceSchema])
  await home.create()
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const policies = createPolicies({
    db: home.db,
    vault: home.vault,
    ownKeys,
    phrases: createPhrases({ ...home, ownKeys }),
    network,
    now: () => clock.now,
  })
  return { ...home, policies, clock }
}

const allOf = (...keys: readonly PolicyKey[]): NativeScript => ({
  type: 'all',
  scripts: keys.map(({ keyHash }) => ({ type: 'sig', keyHash })),
})

const sig = ({ keyHash }: PolicyKey): string => JSON.stringify({ type: 'sig', keyHash })

const bech32 = (key: PolicyKey): string => writeSigningKey(key, 'bech32').text()

/** A policy as the interface exports it. */
const exported = (script: NativeScript, signingKeys: readonly unknown[], more = {}) => ({
  lock: false,
  policy_id: policyIdOf(script),
  script: scriptToJson(script),
  signing_keys: signingKeys,
  ...more,
})

const secretJson = (value: unknown): Secret => Secret.ofText(JSON.stringify(value))

describe('generate', () => {
  it('makes `all [sig]` with its key in the vault and in no file as text', async () => {
    const { policies, vault, home } = await open()
    const made = await policies.generate({ name: 'Herbarium' })
    expect(made).toMatchObject({
      name: 'Herbarium',
      network: 'preprod',
      origin: 'generated',
      backup: { state: 'none' },
      canMint: true,
      lock: null,
    })
    expect(made.script).toMatchObject({ type: 'all', scripts: [{ type: 'sig' }] })
    expect(inspectPolicy(JSON.stringify(made.script)).policy_id).toBe(made.policyId)
    const [key] = made.keys
    expect(await vault.hasKey(KeyHash(key?.keyHash ?? ''))).toBe(true)
    const revealed = await policies.revealForExport(made.policyId)
    const { signing_keys: keys } = policyExport.parse(JSON.parse(revealed.text()))
    expect(await filesHolding(home, keys[0] ?? '')).toEqual([])
  })

  it('makes `all [sig, before slot]` with a lock time; a date alone is midnight UTC', async () => {
    const { policies } = await open()
    const made = await policies.generate({ lockTime: '2027-02-24' })
    // 1803427200 s - 1655683200 s, preprod's slot 0 at one second a slot.
    expect(made.lock).toEqual({
      slot: 147_744_000,
      time: '2027-02-24T00:00:00.000Z',
      locked: false,
    })
    expect(made.script).toMatchObject({
      scripts: [{ type: 'sig' }, { type: 'before', slot: 147_744_000 }],
    })
  })

  it.each(['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2027-02-31', 'tomorrow'])(
    'refuses the lock time %s and stores no key',
    async (lockTime) => {
      const { policies } = await open()
      await expect(policies.generate({ lockTime })).rejects.toMatchObject({
        code: 'invalid',
        details: { rule: 'lock_time' },
      })
      expect(await policies.list()).toEqual([])
    },
  )

  it('makes nothing when the vault does not take the key', async () => {
    const { db, vault } = await openHome([policiesSchema, phrasesSchema, practiceSchema])
    const policies = createPolicies({
      db,
      vault,
      ownKeys,
      phrases: createPhrases({ db, vault, ownKeys }),
      network: 'preprod',
    })
    await expect(policies.generate()).rejects.toMatchObject({ code: 'vault_locked' })
    expect(await policies.list()).toEqual([])
  })

  it('takes the key back when the policy cannot be noted', async () => {
    const { db, vault } = await open()
    const stored: KeyHash[] = []
    const watching = createPolicies({
      db,
      vault: {
        storeKeys: async (keys) => {
          await vault.storeKeys(keys)
          stored.push(...keys.map(({ keyHash }) => keyHash))
          db.script('DROP TABLE policies')
        },
        removeKey: vault.removeKey.bind(vault),
        hasKey: vault.hasKey.bind(vault),
        status: vault.status.bind(vault),
        revealKeys: vault.revealKeys.bind(vault),
        publicKeys: vault.publicKeys.bind(vault),
        backUp: vault.backUp.bind(vault),
        restoreBackup: vault.restoreBackup.bind(vault),
        testBackup: vault.testBackup.bind(vault),
      },
      ownKeys,
      phrases: createPhrases({ db, vault, ownKeys }),
      network: 'preprod',
    })
    await expect(watching.generate()).rejects.toThrow(/no such table/u)
    expect(stored).toHaveLength(1)
    for (const keyHash of stored) expect(await vault.hasKey(keyHash)).toBe(false)
  })
})

describe('list and show', () => {
  it('turn locked when the chain reaches the lock slot', async () => {
    const { policies, clock } = await open()
    const { policyId } = await policies.generate({ lockTime: '2027-02-24' })
    clock.now = new Date('2027-02-23T23:59:59.999Z')
    expect(await policies.show(policyId)).toMatchObject({ lock: { locked: false }, canMint: true })
    clock.now = new Date('2027-02-24T00:00:00.000Z')
    expect(await policies.show(policyId)).toMatchObject({ lock: { locked: true }, canMint: false })
  })

  it('tell which keys are here', async () => {
    const { policies, vault } = await open()
    const [mine, theirs] = [generatePolicyKey(), generatePolicyKey()]
    await vault.storeKeys([mine])
    const script = allOf(mine, theirs)
    const noted = await policies.record({ script, network: 'mainnet', origin: 'studio' })
    expect(noted).toMatchObject({
      origin: 'studio',
      canMint: false,
      keys: [
        { keyHash: mine.keyHash, here: true },
        { keyHash: theirs.keyHash, here: false },
      ],
    })
  })

  it('list the newest first and find ids in either case', async () => {
    const { policies, clock } = await open()
    const first = await policies.generate({ name: 'first' })
    clock.now = new Date('2026-01-02T00:00:00Z')
    await policies.generate({ name: 'second' })
    expect((await policies.list()).map(({ name }) => name)).toEqual(['second', 'first'])
    expect((await policies.show(first.policyId.toUpperCase())).name).toBe('first')
    await expect(policies.show('0a'.repeat(28))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('lose nothing when a policy is noted again', async () => {
    const { policies } = await open()
    const script = allOf(generatePolicyKey())
    await policies.record({ script, network: 'preprod', origin: 'studio', name: 'Herbarium' })
    await policies.record({
      script,
      network: 'preprod',
      origin: 'account',
      accountId: 'local',
      collectionId: 'c1',
    })
    const again = await policies.record({ script, network: 'preprod', origin: 'imported' })
    expect(again).toMatchObject({
      name: 'Herbarium',
      origin: 'studio',
      accountId: 'local',
      collectionId: 'c1',
    })
    expect(await policies.list()).toHaveLength(1)
  })
})

describe('exportFrom', () => {
  const clientFor = async (body: unknown) =>
    clientOf((await serve(answer(200, body))).baseUrl).client

  it('brings the keys into the vault, also while it is locked', async () => {
    const { policies, vault, home } = await open()
    const key = generatePolicyKey()
    const text = bech32(key)
    vault.lock()
    const client = await clientFor(exported(allOf(key), [text]))
    const got = await policies.exportFrom(client, 'a1', 'c1', { name: 'Herbarium' })
    expect(got).toMatchObject({
      policyId: policyIdOf(allOf(key)),
      origin: 'account',
      name: 'Herbarium',
      accountId: 'a1',
      collectionId: 'c1',
      canMint: true,
    })
    expect(await filesHolding(home, text)).toEqual([])
    await vault.unlock(passphrase())
    expect((await vault.revealKeys([key.keyHash])).map((one) => one.text())).toEqual([text])
  })

  it.each([
    ['mainnet', 'mainnet', 147_744_000 + 1_655_683_200 - 1_591_566_291],
    ['testnet', 'preprod', 147_744_000],
    ['testnet', 'devnet', 1_803_427_200 - 1_735_689_600],
  ] as const)('tells a chain of %s by lock slot and lock time: %s', async (wire, chain, slot) => {
    const { policies } = await open('preprod')
    const key = generatePolicyKey()
    const script: NativeScript = {
      type: 'all',
      scripts: [
        { type: 'sig', keyHash: key.keyHash },
        { type: 'before', slot: BigInt(slot) },
      ],
    }
    const locked = { lock: true, lock_time: '2027-02-24T00:00:00.000Z' }
    const client = await clientFor(exported(script, [bech32(key)], locked))
    const got = await policies.exportFrom(client, 'a1', 'c1', { network: wire })
    expect(got.network).toBe(chain)
    expect(got.lock?.time).toBe('2027-02-24T00:00:00.000Z')
  })

  it.each([
    ['mainnet', 'mainnet'],
    ['testnet', 'preprod'],
    ['preview', 'preview'],
    [undefined, 'devnet'],
  ] as const)('a policy that never locks, of a service on %s: %s', async (service, chain) => {
    const { policies } = await open('devnet')
    const key = generatePolicyKey()
    const client = await clientFor(exported(allOf(key), [bech32(key)]))
    const options = service === undefined ? {} : { network: service }
    expect((await policies.exportFrom(client, 'a1', 'c1', options)).network).toBe(chain)
  })

  it('keeps the test network that is known already', async () => {
    const { policies } = await open('devnet')
    const key = generatePolicyKey()
    await policies.record({ script: allOf(key), network: 'preview', origin: 'imported' })
    const client = await clientFor(exported(allOf(key), [bech32(key)]))
    const got = await policies.exportFrom(client, 'a1', 'c1', { network: 'testnet' })
    expect(got.network).toBe('preview')
  })

  const key = generatePolicyKey()
  const foreign = generatePolicyKey()
  const good = exported(allOf(key), [bech32(key)])
  it.each([
    ['the id of another script', { ...good, policy_id: '0a'.repeat(28) }, 'policy_id'],
    [
      'a key that is not in the script',
      { ...good, signing_keys: [bech32(foreign)] },
      'foreign_key',
    ],
    [
      'a good key beside a foreign one',
      { ...good, signing_keys: [bech32(key), bech32(foreign)] },
      'foreign_key',
    ],
    ['no key', { ...good, signing_keys: [] }, 'keys_missing'],
    ['a key that is none', { ...good, signing_keys: ['ed25519_sk1qqq'] }, 'unreadable_key'],
  ])('refuses %s and stores nothing', async (_name, body, rule) => {
    const { policies, vault } = await open()
    const error = policies.exportFrom(await clientFor(body), 'a1', 'c1')
    await expect(error).rejects.toMatchObject({ code: 'invalid', details: { rule } })
    await expect(error).rejects.not.toThrow(bech32(foreign))
    expect(await vault.hasKey(key.keyHash)).toBe(false)
    expect(await policies.list()).toEqual([])
  })

  it('wipes the keys that it was handed, in success and failure', async () => {
    const { policies } = await open()
    for (const policyId of [policyIdOf(allOf(key)), '0a'.repeat(28)]) {
      const signingKeys = [Secret.ofText(bech32(key))]
      const policy = { lock: false, policy_id: policyId, script: scriptToJson(allOf(key)) }
      const exportPolicy = () => Promise.resolve({ policy, signingKeys })
      await policies.exportFrom({ exportPolicy }, 'a1', 'c1').catch(() => undefined)
      expect(() => signingKeys[0]?.text()).toThrow(/wiped/u)
    }
  })
})

describe('importing one file', () => {
  const key = generatePolicyKey()
  const script = allOf(key)
  const envelope: unknown = JSON.parse(writeSigningKey(key, 'envelope').text())

  it.each([
    ['the policy object', exported(script, [bech32(key)])],
    ['a collection request', { name: 'x', policy: exported(script, [bech32(key)]) }],
    ['hex keys', exported(script, [writeSigningKey(key, 'hex').text()])],
    ['CBOR keys', exported(script, [writeSigningKey(key, 'cbor').text()])],
    ['key files inside', exported(script, [envelope])],
    ['the same key twice', exported(script, [bech32(key), envelope])],
    ['no policy ID', { ...exported(script, [bech32(key)]), policy_id: undefined }],
  ])('a policy is imported from a file: %s', async (_name, body) => {
    const { policies, vault } = await open()
    const text = secretJson(body)
    expect(await importText(policies, text, { name: 'Kept' })).toMatchObject({
      policyId: policyIdOf(script),
      origin: 'imported',
      name: 'Kept',
      canMint: true,
    })
    expect(await vault.hasKey(key.keyHash)).toBe(true)
  })

  it('takes some of the keys of several signers, and the others later, each alone', async () => {
    const { policies } = await open()
    const [a, b] = [generatePolicyKey(), generatePolicyKey()]
    const both = allOf(a, b)
    expect(await importText(policies, secretJson(exported(both, [bech32(a)])))).toMatchObject({
      canMint: false,
    })
    expect(await importText(policies, writeSigningKey(b, 'envelope'))).toMatchObject({
      policyId: policyIdOf(both),
      canMint: true,
    })
  })

  it.each([
    [
      'a key that no policy names',
      writeSigningKey(generatePolicyKey(), 'bech32'),
      'script_missing',
    ],
    ['a public key', Secret.ofText('ed25519_pk1qqqqqq'), 'unreadable_key'],
    ['an empty file', Secret.ofText('\n'), 'empty'],
    ['half a file', Secret.ofText('{"script":'), 'json'],
  ])('the import of a policy file refuses %s', async (_name, text, rule) => {
    const { policies } = await open()
    await expect(importText(policies, text)).rejects.toMatchObject({
      code: 'invalid',
      details: { rule },
    })
    expect(await policies.list()).toEqual([])
  })

  it('tells the chain by the lock time, unless it is given', async () => {
    const { policies } = await open('preprod')
    const locking: NativeScript = {
      type: 'all',
      scripts: [
        { type: 'sig', keyHash: key.keyHash },
        { type: 'before', slot: 87_134_400n },
      ],
    }
    const body = exported(locking, [bech32(key)], { lock_time: '2023-03-13T09:44:51Z' })
    expect((await importText(policies, secretJson(body))).network).toBe('mainnet')
    const preview = await importText(policies, secretJson(body), { network: 'preview' })
    expect(preview.network).toBe('preview')
  })

  it('takes what tells no chain for mainnet, as inspecting it does', async () => {
    const { policies } = await open('devnet')
    const body = exported(script, [bech32(key)])
    expect((await importText(policies, secretJson(body))).network).toBe('mainnet')
  })

  it('takes a script alone when the vault, locked or not, has a key of it', async () => {
    const { policies, vault } = await open()
    await vault.storeKeys([key])
    vault.lock()
    expect(await importText(policies, secretJson(scriptToJson(script)))).toMatchObject({
      policyId: policyIdOf(script),
      canMint: true,
    })
  })

  it('keeps a slot that no number holds as it stands in the file', async () => {
    const { policies } = await open()
    const text = JSON.stringify(exported({ type: 'any', scripts: [] }, [bech32(key)]))
      .replace(/"policy_id":"\w+",/u, '')
      .replace('"scripts":[]', `"scripts":[${sig(key)},{"type":"before","slot":9007199254740993}]`)
    const { policyId } = await importText(policies, Secret.ofText(text))
    const files = policies.publicFiles(policyId)
    expect(files.script).toMatchObject({ scripts: [{}, { slot: '9007199254740993' }] })
    expect(inspectPolicy(files.scriptJson).policy_id).toBe(policyId)
  })

  it('refuses bytes that are no text as input, not as an accident', async () => {
    const { policies } = await open()
    const latin1 = Secret.ofBytes(Uint8Array.of(0x7b, 0xe9, 0xff, 0x7d))
    await expect(importText(policies, latin1)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('UTF-8'),
    })
  })
})

describe('importing a script and its keys', () => {
  const key = generatePolicyKey()
  const script = allOf(key)

  it('takes a script file of cardano-cli and its key file', async () => {
    const { policies } = await open()
    const parts = {
      script: JSON.stringify(scriptToJson(script)),
      keys: [writeSigningKey(key, 'envelope')],
    }
    expect(await importParts(policies, parts)).toMatchObject({
      policyId: policyIdOf(script),
      canMint: true,
    })
  })

  it('keeps the policy ID of a script in unusual CBOR', async () => {
    const { policies } = await open()
    const parts = {
      script: `82019f8200581c${key.keyHash}ff`,
      keys: [writeSigningKey(key, 'bech32')],
    }
    const taken = await importParts(policies, parts)
    expect(taken.policyId).not.toBe(policyIdOf(script))
    expect(policies.publicFiles(taken.policyId).scriptCborHex).toBe(parts.script)
    expect((await policies.show(taken.policyId)).canMint).toBe(true)
  })

  it('refuses a key in the place of the script', async () => {
    const { policies } = await open()
    const parts = { script: bech32(key), keys: [] }
    const error = importParts(policies, parts)
    await expect(error).rejects.toMatchObject({ details: { rule: 'script_missing' } })
    await expect(error).rejects.not.toThrow(parts.script)
  })
})

describe('giving away', () => {
  it('publicFiles: the script as cardano-cli reads it, with slots as numbers', async () => {
    const { policies } = await open()
    const { keyHash } = generatePolicyKey()
    const script: NativeScript = {
      type: 'all',
      scripts: [
        { type: 'sig', keyHash },
        { type: 'before', slot: 18_446_744_073_709_551_615n },
      ],
    }
    const { policyId } = await policies.record({ script, network: 'preprod', origin: 'imported' })
    const files = policies.publicFiles(policyId)
    expect(files.policyId).toBe(policyIdOf(script))
    expect(files.scriptJson).toContain('"slot": 18446744073709551615\n')
    expect(inspectPolicy(files.scriptCborHex).policy_id).toBe(policyId)
  })

  it('revealForExport: what the interface exports, which can be imported elsewhere', async () => {
    const here = await open()
    const made = await here.policies.generate({ lockTime: '2027-02-24' })
    const revealed = await here.policies.revealForExport(made.policyId)
    expect(policyExport.parse(JSON.parse(revealed.text()))).toMatchObject({
      lock: true,
      lock_time: '2027-02-24T00:00:00.000Z',
      policy_id: made.policyId,
      signing_keys: [expect.stringMatching(/^ed25519_sk1/u)],
    })
    const there = await open()
    expect(await importText(there.policies, revealed)).toMatchObject({
      policyId: made.policyId,
      canMint: true,
    })
  })

  it('revealForExport gives every key that is here, and only those', async () => {
    const { policies } = await open()
    const [a, b, c] = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
    const keys = [bech32(a), bech32(c)]
    const { policyId } = await importText(policies, secretJson(exported(allOf(a, b, c), keys)))
    const revealed = await policies.revealForExport(policyId)
    expect(policyExport.parse(JSON.parse(revealed.text())).signing_keys).toEqual(keys)
  })

  it('revealForExport needs the vault unlocked, and a key in it', async () => {
    const { policies, vault } = await open()
    const { policyId } = await policies.generate()
    const script = allOf(generatePolicyKey())
    const foreign = await policies.record({ script, network: 'preprod', origin: 'studio' })
    await expect(policies.revealForExport(foreign.policyId)).rejects.toMatchObject({
      code: 'key_missing',
    })
    vault.lock()
    await expect(policies.revealForExport(policyId)).rejects.toMatchObject({ code: 'vault_locked' })
  })
})
