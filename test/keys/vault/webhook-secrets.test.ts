import { afterEach, beforeEach, expect, it } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { createWebhookSecrets } from '#keys/vault/webhook-secrets.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

let vault: Vault

beforeEach(async () => {
  const options = { home: temporaryFolder(), isDefaultHome: false, scryptWorkFactor: 2 }
  vault = await openVault({ ...options, backend: 'sealed-files' })
})

afterEach(() => vault.close())

it("keeps a webhook's secret beside the API keys, by its webhook, until it is removed", async () => {
  const secrets = createWebhookSecrets(vault)
  await vault.create(Secret.ofText('correct horse battery'))
  await vault.setApiKey({ accountId: 'one', apiKey: Secret.ofText('an API key') })
  await secrets.set('one', Secret.ofText('whsec_1'))
  await secrets.set('two', Secret.ofText('whsec_2'))
  expect((await secrets.get('one'))?.text()).toBe('whsec_1')
  await secrets.remove('one')
  await secrets.remove('one')
  expect(await secrets.get('one')).toBeUndefined()
  expect((await secrets.get('two'))?.text()).toBe('whsec_2')
  expect((await vault.getApiKey('one'))?.text()).toBe('an API key')
})

it('cannot read one while sealed files are locked, and says so', async () => {
  const secrets = createWebhookSecrets(vault)
  await expect(secrets.set('one', Secret.ofText('whsec_1'))).rejects.toMatchObject({
    code: 'vault_locked',
  })
  await vault.create(Secret.ofText('correct horse battery'))
  vault.lock()
  await secrets.set('one', Secret.ofText('whsec_1'))
  await expect(secrets.get('one')).rejects.toMatchObject({ code: 'vault_locked' })
})
