import { expect, it } from 'vitest'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ageText } from '#keys/vault/age-text.ts'
import { answer, serve } from '../app/api/service.ts'
import { herbariumForm, openServices } from '../main/services/open-services.ts'

const text = (content: string) => ({ kind: 'text', text: content }) as const
const backupPassphrase = 'words for the backup alone'
const thiefsWords = `${'abandon '.repeat(23)}art`

/** What a thief would bring into somebody's vault. */
const stolenGoods = () => {
  const key = generatePolicyKey()
  const script = { type: 'sig', keyHash: key.keyHash } as const
  const policyId = policyIdOf(scriptFromJson(script))
  const skey = writeSigningKey(key, 'bech32').text()
  const policy = { lock: false, lock_time: null, policy_id: policyId, script, signing_keys: [skey] }
  return { keyHash: key.keyHash, script, policyId, skey, policy }
}

/** A window whose user confirms nothing. */
const openRefusing = async () => {
  const harness = await openServices()
  harness.state.confirms = false
  return harness
}
const cancelled = { code: 'cancelled' } as const

it('A page that imports a key has it confirmed outside, with policy and key hash, or nothing enters the vault', async () => {
  const { call, app, state } = await openRefusing()
  const { keyHash, policyId, policy } = stolenGoods()
  const asked = { source: text(JSON.stringify(policy)), keys: [], name: 'Change', network: null }
  await expect(call('policies.import', asked)).rejects.toMatchObject(cancelled)
  const [question] = state.asked
  expect(question?.question).toBe('Add a key to your vault as your own?')
  for (const fact of [policyId, keyHash, 'Change'])
    expect(question?.lines.join('\n')).toContain(fact)
  expect(await app.vault.hasKey(keyHash)).toBe(false)
  expect(await call('policies.list', null)).toEqual([])

  state.confirms = true
  expect(await call('policies.import', asked)).toMatchObject({ policyId, canMint: true })
  expect(await app.vault.hasKey(keyHash)).toBe(true)
  // what is the user's own already asks nothing
  const before = state.asked.length
  await call('policies.import', asked)
  expect(state.asked).toHaveLength(before)
})

it('A page that brings a key alone, for a policy that is known, brings nothing unconfirmed', async () => {
  const { call, app, state } = await openRefusing()
  const { keyHash, script, skey } = stolenGoods()
  await app.policies.record({
    script: scriptFromJson(script),
    network: 'preprod',
    origin: 'imported',
  })
  const asked = { source: text(skey), keys: [], name: '', network: null }
  await expect(call('policies.import', asked)).rejects.toMatchObject(cancelled)
  expect(state.asked).toHaveLength(1)
  expect(await app.vault.hasKey(keyHash)).toBe(false)
})

it('A page that restores a backup of a thief restores nothing unconfirmed', async () => {
  const { call, app, state } = await openRefusing()
  const thief = await openServices()
  const made = await thief.call('policies.generate', {
    name: 'Yours',
    network: 'preprod',
    lockTime: null,
  })
  let backup = ''
  await thief.app.policies.backUp(
    made.policyId,
    Secret.ofText(backupPassphrase),
    async ({ file }) => {
      backup = ageText(file)
    },
  )
  const restoring = { source: text(backup), backupPassphrase }
  await expect(call('backups.restore', restoring)).rejects.toMatchObject(cancelled)
  const [keyHash] = made.keys.map((key) => key.keyHash)
  expect(state.asked[0]?.lines.join('\n')).toContain(keyHash)
  expect(await app.policies.list()).toEqual([])
  state.confirms = true
  expect(await call('backups.restore', restoring)).toMatchObject({ policy: { canMint: true } })
})

it('A page that restores the wallet of a thief restores nothing unconfirmed', async () => {
  const { call, app, state } = await openRefusing()
  const thief = await openServices()
  const { id } = await thief.app.wallets.create('preprod')
  let backup = ''
  await thief.app.wallets.backUp(id, Secret.ofText(backupPassphrase), async ({ file }) => {
    backup = ageText(file)
  })
  const restoring = { source: text(backup), backupPassphrase }
  await expect(call('backups.restore', restoring)).rejects.toMatchObject(cancelled)
  const { firstAddress } = await thief.app.wallets.show(id)
  expect(state.asked[0]?.lines).toContain(firstAddress)
  expect(await app.wallets.list()).toEqual([])
  expect(await app.vault.hasPhrase(id)).toBe(false)
  state.confirms = true
  expect(await call('backups.restore', restoring)).toMatchObject({ of: 'wallet', wasHere: false })
  // it is the user's own from now on
  state.asked.length = 0
  await call('backups.restore', restoring)
  expect(state.asked).toEqual([])
})

it('A page that fetches a policy from a service brings no key of it unconfirmed', async () => {
  const { call, app, state } = await openRefusing()
  const { keyHash, policy } = stolenGoods()
  const service = await serve(answer(200, policy))
  const account = { name: 'Shop', network: 'testnet', appId: 'app' } as const
  const added = await app.accounts.add({
    ...account,
    baseUrl: service.baseUrl,
    apiKey: Secret.ofText('a-key'),
  })
  const fetching = call('policies.exportFrom', { accountId: added.id, collectionId: 'c1' })
  await expect(fetching).rejects.toMatchObject(cancelled)
  expect(state.asked[0]?.lines.join('\n')).toContain(keyHash)
  expect(await app.vault.hasKey(keyHash)).toBe(false)
})

it('The policies that the Local studio made come from there without a question, those that a request brought do not', async () => {
  const { call, app, state } = await openRefusing()
  const made = await call('collections.create', { accountId: 'local', form: herbariumForm })
  await call('policies.exportFrom', { accountId: 'local', collectionId: made.id })
  expect(state.asked).toEqual([])

  const { policy } = stolenGoods()
  const client = await app.accounts.client('local')
  const { name, payout_address } = herbariumForm
  const brought = await client.createCollection({ name, payout_address, policy })
  const fetching = call('policies.exportFrom', { accountId: 'local', collectionId: brought.id })
  await expect(fetching).rejects.toMatchObject(cancelled)
})

it('A page that restores or makes a recovery phrase, whose words it knows, adds it to no vault by itself', async () => {
  const { call, state } = await openRefusing()
  await expect(call('phrases.restore', { words: thiefsWords })).rejects.toMatchObject(cancelled)
  await expect(call('phrases.start', null)).rejects.toMatchObject(cancelled)
  expect(state.asked.map(({ question }) => question)).toEqual([
    'Add a recovery phrase to your vault as your own?',
    'Make a new recovery phrase and show its words in the window?',
  ])
  expect(state.asked[0]?.lines[0]).toMatch(/^Fingerprint: [0-9a-f]{16}$/u)
  expect(await call('phrases.list', null)).toEqual([])
})
