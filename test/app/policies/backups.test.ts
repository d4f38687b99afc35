import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { generatePolicyKey, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import { createPhrases, phrasesSchema } from '#app/policies/phrases.ts'
import { createPolicies } from '#app/policies/policies.ts'
import { lacksTestedBackup } from '#contract/policies/policy-view.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { policiesSchema } from '#app/policies/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ageText } from '#keys/vault/age-text.ts'
import type { SealedBackup } from '#keys/vault-schemas.ts'
import { openHome } from '../accounts/home.ts'
import { importParts, importText } from '../../support/import-policy.ts'

const own = () => Secret.ofText('words for the backup alone')

/** Which keys are sealed as own is the matter of own-keys.test.ts. */
const ownKeys = { add: async () => undefined, isConfirmed: async () => false }

const open = async () => {
  const home = await openHome([policiesSchema, phrasesSchema, practiceSchema])
  await home.create()
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const now = () => clock.now
  const phrases = createPhrases({ ...home, ownKeys, now })
  const policies = createPolicies({ ...home, ownKeys, phrases, network: 'preprod', now })
  const backUp = async (policyId: string): Promise<SealedBackup> => {
    const kept: SealedBackup[] = []
    await policies.backUp(policyId, own(), async (backup) => {
      kept.push(backup)
    })
    const [backup] = kept
    if (backup === undefined) throw new Error('nothing was kept')
    return backup
  }
  return { ...home, phrases, policies, backUp, clock }
}

const foreignKey = (): string => writeSigningKey(generatePolicyKey(), 'bech32').text()

const anyOf = (...keys: readonly PolicyKey[]): NativeScript => ({
  type: 'any',
  scripts: keys.map(({ keyHash }) => ({ type: 'sig', keyHash })),
})

describe('the backup of a policy', () => {
  it('counts when its file was kept, and for sure when it has passed its test', async () => {
    const { policies, backUp, clock } = await open()
    const { policyId } = await policies.generate({ name: 'Herbarium' })
    const failing = policies.backUp(policyId, own(), () => Promise.reject(new Error('stick full')))
    await expect(failing).rejects.toThrow('stick full')
    expect((await policies.show(policyId)).backup).toEqual({ state: 'none' })

    const { file, fingerprint, created: madeAt } = await backUp(policyId)
    const made = await policies.show(policyId)
    expect(made.backup).toEqual({ state: 'made', madeAt, fingerprint })
    expect(lacksTestedBackup(made)).toBe(true)
    clock.now = new Date('2026-02-01T00:00:00Z')
    const { policy: tested, canMint } = await policies.test(file, own())
    expect(canMint).toBe(true)
    expect(tested?.backup).toEqual({
      state: 'tested',
      madeAt,
      testedAt: '2026-02-01T00:00:00.000Z',
      fingerprint,
    })
    expect(tested !== null && lacksTestedBackup(tested)).toBe(false)
    // Another one that was not proven takes nothing from it.
    await backUp(policyId)
    expect((await policies.show(policyId)).backup).toMatchObject({ state: 'tested', fingerprint })
  })

  it('no longer counts when its file is replaced, also as text; a copy counts from its own test on', async () => {
    const { policies, backUp, home } = await open()
    const { policyId } = await policies.generate()
    const state = async () => (await policies.show(policyId)).backup.state
    const { file } = await backUp(policyId)
    const proved = join(home, 'backup.age')
    for (const form of [file, new TextEncoder().encode(ageText(file))]) {
      await writeFile(proved, form)
      await policies.test(file, own())
      await policies.replaceBackup(join(home, 'another.age'), new Uint8Array(1))
      expect(await state()).toBe('tested')
      await policies.replaceBackup(proved, new Uint8Array(1))
      expect(await state()).toBe('none')
    }
    await expect(policies.removeKeys(policyId, { typed: policyId })).rejects.toMatchObject({
      details: { rule: 'not_tested' },
    })
  })

  it('no longer counts when a key came that it does not hold', async () => {
    const { policies, vault, backUp } = await open()
    const [one, two] = [generatePolicyKey(), generatePolicyKey()]
    await vault.storeKeys([one])
    const { policyId } = await policies.record({
      script: anyOf(one, two),
      network: 'preprod',
      origin: 'studio',
    })
    const first = await backUp(policyId)
    expect(first.elsewhere).toEqual([two.keyHash])
    expect((await policies.test(first.file, own())).policy?.backup.state).toBe('tested')
    await importText(policies, writeSigningKey(two, 'bech32'))
    expect((await policies.show(policyId)).backup).toEqual({ state: 'none' })
    const both = await backUp(policyId)
    expect(both.keyHashes).toEqual([one.keyHash, two.keyHash])
    expect((await policies.test(both.file, own())).policy?.backup.state).toBe('tested')
  })

  it('of another computer is tested without being imported, and counts as tested once the policy is known', async () => {
    const there = await open()
    const { policyId } = await there.policies.generate({ name: 'Elsewhere' })
    const { file } = await there.backUp(policyId)
    const here = await open()
    expect(await here.policies.test(file, own())).toMatchObject({ policy: null })
    expect(await here.policies.list()).toEqual([])
    const restored = await here.policies.restore(file, own())
    expect(restored).toMatchObject({
      wasKnown: false,
      policy: { policyId, name: 'Elsewhere', canMint: true, backup: { state: 'made' } },
    })
    expect((await here.policies.test(file, own())).policy?.backup.state).toBe('tested')
    expect((await there.policies.show(policyId)).backup.state).toBe('made')
  })

  it('opens without Coldpress: what age shows is the policy as a service exports it', async () => {
    const { policies, backUp } = await open()
    const { policyId } = await policies.generate({ name: 'Herbarium' })
    const { file } = await backUp(policyId)
    const decrypter = new Decrypter()
    decrypter.addPassphrase('words for the backup alone')
    const shown = await decrypter.decrypt(file, 'text')
    expect(JSON.parse(shown)).toMatchObject({
      format: 'coldpress-policy-backup',
      version: 1,
      name: 'Herbarium',
      network: 'preprod',
      policy_id: policyId,
      keys_elsewhere: [],
    })
    const there = await open()
    const taken = await importText(there.policies, Secret.ofText(shown), { network: 'preprod' })
    expect(taken).toMatchObject({ policyId, canMint: true })
  })

  it.each([
    ['a newer version', { version: 2 }, 'version'],
    ['another policy ID', { policy_id: '0a'.repeat(28) }, 'policy_id'],
    ['another script beside its CBOR', { script: { type: 'all', scripts: [] } }, 'policy_id'],
    ['a key that the script does not name', { signing_keys: [foreignKey()] }, 'foreign_key'],
    ['no key', { signing_keys: [] }, 'contents'],
  ])('with %s inside is refused, and nothing is stored', async (_, change, rule) => {
    const { policies, backUp } = await open()
    const { policyId } = await policies.generate()
    const { file } = await backUp(policyId)
    const decrypter = new Decrypter()
    decrypter.addPassphrase('words for the backup alone')
    const inside: unknown = JSON.parse(await decrypter.decrypt(file, 'text'))
    const encrypter = new Encrypter()
    encrypter.setPassphrase('words for the backup alone')
    encrypter.setScryptWorkFactor(2)
    const altered = await encrypter.encrypt(JSON.stringify(Object.assign({}, inside, change)))
    const there = await open()
    for (const use of [there.policies.test, there.policies.restore])
      await expect(use(altered, own())).rejects.toMatchObject({
        code: 'invalid',
        details: { rule },
      })
    expect(await there.policies.list()).toEqual([])
  })

  it('is refused before a passphrase is tried where that would take all memory', async () => {
    const { policies } = await open()
    const encrypter = new Encrypter()
    encrypter.setPassphrase('words for the backup alone')
    encrypter.setScryptWorkFactor(2)
    const sealed = Buffer.from(await encrypter.encrypt('a letter')).toString('latin1')
    const costly = Buffer.from(sealed.replace(/(-> scrypt \S+) 2\n/u, '$1 20\n'), 'latin1')
    await expect(policies.test(costly, own())).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('encrypt it again'),
      details: { rule: 'work_factor' },
    })
  })

  it('keeps an original encoding of the script, and with it the policy ID', async () => {
    const { policies, vault, backUp } = await open()
    const key = generatePolicyKey()
    await vault.storeKeys([key])
    // a list without a stated length: [1, [_ [0, keyHash]]]
    const original = `82019f8200581c${key.keyHash}ff`
    const { policyId } = await importParts(policies, { script: original, keys: [] })
    const { file } = await backUp(policyId)
    const there = await open()
    expect((await there.policies.restore(file, own())).policy.policyId).toBe(policyId)
  })
})

it('of a policy that is known for another network leaves it there', async () => {
  const there = await open()
  const { policyId } = await there.policies.generate({ network: 'preview' })
  const { file } = await there.backUp(policyId)
  const { script } = await there.policies.show(policyId)
  const here = await open()
  const known = { network: 'preprod', origin: 'studio' } as const
  await here.policies.record({ script: scriptFromJson(script), ...known })
  const restored = await here.policies.restore(file, own())
  expect(restored).toMatchObject({
    wasKnown: true,
    policy: { network: 'preprod', origin: 'studio', canMint: true },
    backup: { network: 'preview' },
  })
})

describe('removing keys', () => {
  it('is refused while another policy needs one of them, unless insisted on', async () => {
    const { policies, vault, backUp } = await open()
    const key = generatePolicyKey()
    await vault.storeKeys([key])
    const noted = { network: 'preprod', origin: 'studio' } as const
    const { policyId } = await policies.record({ script: anyOf(key), name: 'One', ...noted })
    await policies.record({ script: { type: 'sig', keyHash: key.keyHash }, name: 'Two', ...noted })
    await policies.test((await backUp(policyId)).file, own())
    await expect(policies.removeKeys(policyId, { typed: 'One' })).rejects.toMatchObject({
      code: 'conflict',
      details: { rule: 'shared_key' },
      message: expect.stringContaining('Two'),
    })
    expect(await vault.hasKey(key.keyHash)).toBe(true)
    const removed = await policies.removeKeys(policyId, { typed: ` ${policyId} `, insist: true })
    expect(removed.keys).toEqual([{ keyHash: key.keyHash, here: false, path: null }])
    expect(removed.backup.state).toBe('tested')
    await expect(policies.removeKeys(policyId, { typed: 'One' })).rejects.toMatchObject({
      code: 'key_missing',
    })
  })

  it('is refused for nothing typed, also where the policy was given no name', async () => {
    const { policies } = await open()
    for (const name of ['', '  ']) {
      const made = await policies.generate({ name })
      expect(made.name).toBeNull()
      await expect(
        policies.removeKeys(made.policyId, { typed: name, insist: true }),
      ).rejects.toMatchObject({ details: { rule: 'typed_name' } })
    }
  })

  it.each(['', 'one', 'Two'])(
    'is refused for %j typed instead of One, insisted on or not',
    async (typed) => {
      const { policies } = await open()
      const { policyId } = await policies.generate({ name: 'One' })
      for (const insist of [false, true])
        await expect(policies.removeKeys(policyId, { typed, insist })).rejects.toMatchObject({
          code: 'invalid',
          details: { rule: 'typed_name' },
        })
      expect((await policies.show(policyId)).canMint).toBe(true)
    },
  )
})

describe('the phrases', () => {
  it('make policies one index after the other, and tell which are used', async () => {
    const { phrases, policies } = await open()
    await expect(phrases.derive()).rejects.toMatchObject({ code: 'not_found' })
    const started = await phrases.start()
    const words = started.words.text().split(' ')
    const given = started.wordNumbers.map((position) => ({
      position,
      word: Secret.ofText(words[position - 1] ?? ''),
    }))
    expect(await phrases.list()).toEqual([])
    const { fingerprint } = await phrases.confirm(started.fingerprint, given)
    const made = [
      await policies.generate({ phrase: {} }),
      await policies.generate({ phrase: { fingerprint, index: 4 } }),
      await policies.generate({ phrase: {} }),
    ]
    const [phrase] = await phrases.list()
    expect(phrase).toMatchObject({ fingerprint, origin: 'created', here: true, nextIndex: 6 })
    expect(phrase?.used.map(({ index }) => index)).toEqual([0, 4, 5])
    expect(phrase?.used.map(({ keyHash }) => keyHash)).toEqual(
      made.map(({ keys }) => keys[0]?.keyHash),
    )

    const other = await open()
    expect((await other.phrases.restore(Secret.ofText(words.join(' ')))).fingerprint).toBe(
      fingerprint,
    )
    expect((await other.phrases.derive({ index: 4 })).keyHash).toBe(made[1]?.keys[0]?.keyHash)
    await other.phrases.restore(Secret.ofText(`${'abandon '.repeat(23)}art`))
    await expect(other.phrases.derive()).rejects.toMatchObject({ code: 'usage' })
  })
})

it('two that derive the next key at once are given two keys', async () => {
  const { phrases, policies } = await open()
  await phrases.restore(Secret.ofText(`${'abandon '.repeat(23)}art`))
  const made = await Promise.all([phrases.derive(), phrases.derive()])
  expect(made.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([0, 1])
  const [one, two] = await Promise.all([
    policies.generate({ phrase: {} }),
    policies.generate({ phrase: {} }),
  ])
  expect(one.policyId).not.toBe(two.policyId)
  const again = await Promise.all([phrases.derive({ index: 9 }), phrases.derive({ index: 9 })])
  expect(again.map(({ index }) => index)).toEqual([9, 9])
})
