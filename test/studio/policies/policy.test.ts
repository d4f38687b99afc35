import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyExport } from '#contract/policies/policy.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { type PolicyKey, readSigningKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { slotAt } from '#cardano/slots.ts'
import { Secret } from '#platform/secret/secret.ts'
import {
  collectionBody,
  createCollection,
  generatePolicyKey,
  errorMessage,
  openStudio,
  policyOf,
  type TestStudio,
} from '../open-studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.close())

const exported = async (id: string) =>
  policyExport.parse((await studio.call('GET', `/nft/collections/${id}/policy`)).body)

const errorOf = async (policy: object) =>
  errorMessage(await studio.call('POST', '/nft/collections', collectionBody({ policy })), 400)

const lockTime = '2030-06-01T12:00:00.000Z'
const lockSlot = Number(slotAt('devnet', new Date(lockTime)))

describe('a generated policy', () => {
  it('is all [sig] when it never locks; a lock_time is not kept then', async () => {
    const { policy } = await createCollection(studio, {
      policy: { lock: false, lock_time: lockTime },
    })
    expect(policy).toEqual({
      lock: false,
      lock_time: null,
      policy_id: policyIdOf(scriptFromJson(policy.script)),
      script: { type: 'all', scripts: [{ type: 'sig', keyHash: expect.any(String) }] },
    })
  })

  it('is all [sig, before slot] when it locks, the slot a number and lock_time echoed', async () => {
    const { policy } = await createCollection(studio, {
      policy: { lock: true, lock_time: lockTime },
    })
    expect(policy).toMatchObject({
      lock: true,
      lock_time: lockTime,
      script: {
        type: 'all',
        scripts: [{ type: 'sig' }, { type: 'before', slot: lockSlot }],
      },
    })
    expect(policy.policy_id).toBe(policyIdOf(scriptFromJson(policy.script)))
  })

  it('takes a date alone as midnight UTC', async () => {
    const { policy } = await createCollection(studio, {
      policy: { lock: true, lock_time: '2030-06-01' },
    })
    expect(policy.lock_time).toBe('2030-06-01T00:00:00.000Z')
  })

  it('has a fresh key for each collection', async () => {
    const [a, b] = [await createCollection(studio), await createCollection(studio)]
    expect(a.policy.policy_id).not.toBe(b.policy.policy_id)
  })
})

describe("Export a collection's policy", () => {
  it('carries the signing keys in bech32, and is not to be cached', async () => {
    const { id, policy } = await createCollection(studio)
    const reply = await studio.call('GET', `/nft/collections/${id}/policy`)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toEqual({
      ...policy,
      signing_keys: [expect.stringMatching(/^ed25519_sk1/u)],
    })
  })

  it('answers 423 while the vault is locked, and says so', async () => {
    const { id } = await createCollection(studio)
    studio.fakeVault.state.locked = true
    const reply = await studio.call('GET', `/nft/collections/${id}/policy`)
    studio.fakeVault.state.locked = false
    expect(errorMessage(reply, 423)).toBe('The vault is locked. Unlock it, then try again.')
  })

  it('answers 404 for an unknown collection', async () => {
    const reply = await studio.call('GET', '/nft/collections/nobody/policy')
    expect(errorMessage(reply, 404)).toContain('there is no collection of this id: ')
  })
})

describe('an imported policy', () => {
  it('is the one that was exported: same policy_id, script, lock and keys', async () => {
    const first = await createCollection(studio, { policy: { lock: true, lock_time: lockTime } })
    const sent = await exported(first.id)
    const second = await createCollection(studio, { policy: sent })
    expect(second.policy).toEqual(first.policy)
    expect(await exported(second.id)).toEqual(sent)
  })

  it('takes keys as bech32, hex, CBOR hex and text envelope', async () => {
    const key = generatePolicyKey()
    const envelope = writeSigningKey(key, 'envelope').text()
    const forms = [
      ...(['bech32', 'hex', 'cbor', 'envelope'] as const).map((form) =>
        writeSigningKey(key, form).text(),
      ),
      JSON.parse(envelope),
    ]
    for (const form of forms) {
      const made = await createCollection(studio, {
        policy: { lock: false, ...policyOf([key]), signing_keys: [form] },
      })
      expect((await exported(made.id)).signing_keys).toEqual([
        writeSigningKey(key, 'bech32').text(),
      ])
    }
  })

  it('takes a slot as a numeric string and a policy_id in upper case', async () => {
    const key = generatePolicyKey()
    const policy = policyOf([key], [{ type: 'before', slot: lockSlot }])
    const made = await createCollection(studio, {
      policy: {
        lock: true,
        lock_time: lockTime,
        ...policy,
        policy_id: policy.policy_id.toUpperCase(),
        script: JSON.parse(JSON.stringify(policy.script).replace(`${lockSlot}`, `"${lockSlot}"`)),
      },
    })
    expect(made.policy).toMatchObject({ policy_id: policy.policy_id, script: policy.script })
  })

  it('takes lock_time from the script when none is given', async () => {
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: lockSlot }])
    const made = await createCollection(studio, { policy: { lock: true, ...policy } })
    expect(made.policy.lock_time).toBe(lockTime)
  })

  it('needs policy_id and script together', async () => {
    const { script, signing_keys } = policyOf([generatePolicyKey()])
    expect(await errorOf({ lock: false, script })).toBe(
      'policy.policy_id: missing, an import needs policy_id and script',
    )
    expect(await errorOf({ lock: false, signing_keys })).toBe(
      'policy.policy_id, policy.script: missing, an import needs policy_id and script',
    )
  })

  it('may leave its keys elsewhere, all or some; its export has those that came with it', async () => {
    const [here, elsewhere] = [generatePolicyKey(), generatePolicyKey()]
    const { signing_keys: keys, ...policy } = policyOf([here, elsewhere])
    for (const given of [undefined, [], keys.slice(0, 1)]) {
      const made = await createCollection(studio, {
        policy: { lock: false, ...policy, signing_keys: given },
      })
      expect(made.policy).toMatchObject(policy)
      expect((await exported(made.id)).signing_keys).toEqual(given ?? [])
    }
  })

  it('gives nobody the keys of the vault that a collection did not bring, though its script names them', async () => {
    const { policy } = await createCollection(studio)
    const { policy_id, script } = policy
    const made = await createCollection(studio, { policy: { lock: false, policy_id, script } })
    expect((await exported(made.id)).signing_keys).toEqual([])
  })

  it('whose keys are all elsewhere is exported while the vault is locked', async () => {
    const { signing_keys: _, ...policy } = policyOf([generatePolicyKey()])
    const { id } = await createCollection(studio, { policy: { lock: false, ...policy } })
    studio.fakeVault.state.locked = true
    const reply = await studio.call('GET', `/nft/collections/${id}/policy`)
    studio.fakeVault.state.locked = false
    expect(reply).toMatchObject({ status: 200, body: { ...policy, signing_keys: [] } })
  })

  it('refuses a policy_id that is not the hash of the script', async () => {
    const policy = policyOf([generatePolicyKey()])
    expect(await errorOf({ lock: false, ...policy, policy_id: 'ab'.repeat(28) })).toMatch(
      /^policy\.policy_id: not the hash of policy\.script/u,
    )
  })

  it('refuses a key that matches no sig', async () => {
    const [mine, other] = [generatePolicyKey(), generatePolicyKey()]
    const policy = policyOf([mine])
    const signing_keys = [...policy.signing_keys, writeSigningKey(other, 'bech32').text()]
    expect(await errorOf({ lock: false, ...policy, signing_keys })).toBe(
      `policy.signing_keys[1]: its key hash ${other.keyHash} is in no sig of policy.script`,
    )
  })

  it('refuses a script that no signatures can satisfy', async () => {
    const { keyHash } = generatePolicyKey()
    const json = {
      type: 'atLeast',
      required: 2,
      scripts: [{ type: 'sig', keyHash }],
    } satisfies ScriptJson
    const script = scriptFromJson(json)
    expect(await errorOf({ lock: false, policy_id: policyIdOf(script), script: json })).toMatch(
      /^policy\.script: no slot satisfies it/u,
    )
  })

  it('refuses a before slot that does not agree with lock_time', async () => {
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: lockSlot + 2 }])
    expect(await errorOf({ lock: true, lock_time: lockTime, ...policy })).toMatch(
      /^policy\.lock_time: .* does not agree with policy\.script, which locks at slot/u,
    )
  })

  it.each([300_000_000_000, Number.MAX_SAFE_INTEGER])(
    'refuses the before slot %i, whose time has no year of four digits',
    async (slot) => {
      const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot }])
      expect(await errorOf({ lock: true, ...policy })).toMatch(
        /^policy\.script: locks at slot \d+, which is after the year 9999/u,
      )
    },
  )

  it('takes the last slot of the year 9999, and takes its own export back', async () => {
    const slot = Number(slotAt('devnet', new Date('9999-12-31T23:59:59Z')))
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot }])
    const made = await createCollection(studio, { policy: { lock: true, ...policy } })
    const exported = await studio.call('GET', `/nft/collections/${made.id}/policy`)
    const again = await createCollection(studio, { policy: exported.body })
    expect(again.policy).toEqual(made.policy)
  })

  it('takes a lock_time inside the slot before the one that locks', async () => {
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: lockSlot + 1 }])
    const within = '2030-06-01T12:00:00.400Z'
    const made = await createCollection(studio, {
      policy: { lock: true, lock_time: within, ...policy },
    })
    expect(made.policy.lock_time).toBe(within)
  })

  it('refuses a lock that the script does not have, and one that it has but is denied', async () => {
    const open = policyOf([generatePolicyKey()])
    const locking = policyOf([generatePolicyKey()], [{ type: 'before', slot: lockSlot }])
    expect(await errorOf({ lock: true, lock_time: lockTime, ...open })).toBe(
      'policy.lock: true, but policy.script never locks',
    )
    expect(await errorOf({ lock: false, ...locking })).toMatch(/^policy\.lock: false, but/u)
  })

  it('refuses a script that is locked already', async () => {
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: 1000 }])
    expect(await errorOf({ lock: true, ...policy })).toMatch(/^policy\.script: locked at 2025-01/u)
  })

  it('refuses a malformed key without repeating it', async () => {
    const policy = policyOf([generatePolicyKey()])
    const broken = `${policy.signing_keys[0]?.slice(0, -3)}qqq`
    for (const key of [broken, 'hunter2-hunter2', { type: 't', cborHex: 'ffab' }]) {
      const message = await errorOf({ lock: false, ...policy, signing_keys: [key] })
      expect(message).toMatch(/^policy\.signing_keys\[0\]: /u)
      expect(message).not.toMatch(/qqq|hunter2|ffab/u)
    }
  })

  it('refuses a script of an unknown kind, and one nested too deep', async () => {
    const policy = policyOf([generatePolicyKey()])
    expect(await errorOf({ lock: false, ...policy, script: { type: 'some' } })).toMatch(
      /^policy\.script\.type: /u,
    )
    let script: object = policy.script
    for (let depth = 0; depth < 70; depth += 1) script = { type: 'all', scripts: [script] }
    expect(await errorOf({ lock: false, ...policy, script })).toMatch(/deeper than 64/u)
  })
})

describe('secrets', () => {
  it('are overwritten as soon as the vault has them, or has refused them', async () => {
    const seen: PolicyKey[] = []
    const keys = {
      ...studio.fakeVault.keys,
      storeKeys: async (policy: { readonly keys: readonly PolicyKey[] }) => {
        seen.push(...policy.keys)
        if (seen.length > 1) throw new Error('full')
      },
    }
    const other = await openStudio({ keys })
    await createCollection(other)
    errorMessage(await other.call('POST', '/nft/collections', collectionBody()), 500)
    expect(seen).toHaveLength(2)
    for (const key of seen) expect(() => key.secret.text()).toThrow('this secret was wiped')
    await other.close()
  })

  it('are in no file of the studio: policy keys live in the vault alone', async () => {
    const generated = await createCollection(studio)
    const imported = policyOf([generatePolicyKey()])
    await createCollection(studio, { policy: { lock: false, ...imported } })
    const bech32 = [...(await exported(generated.id)).signing_keys, ...imported.signing_keys]
    expect(bech32).toHaveLength(2)
    const folder = dirname(studio.databasePath)
    const files = readdirSync(folder).filter((name) =>
      name.startsWith(basename(studio.databasePath)),
    )
    const written = Buffer.concat(files.map((name) => readFileSync(join(folder, name))))
    const has = (bytes: string | Buffer) => written.indexOf(bytes) !== -1
    expect(has(generated.policy.policy_id)).toBe(true)
    for (const text of bech32) {
      const raw = rawOf(text)
      expect(has(text)).toBe(false)
      expect(has(raw)).toBe(false)
      expect(has(raw.toString('hex'))).toBe(false)
      expect(has(raw.toString('base64'))).toBe(false)
    }
  })
})

const rawOf = (text: string): Buffer => {
  const key = readSigningKey(Secret.ofText(text))
  return key.secret.use((bytes) => Buffer.from(bytes))
}
