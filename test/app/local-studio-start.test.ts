import { expect, it, onTestFinished } from 'vitest'
import { createApp, type RunningStudio } from '#app/create-app.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { temporaryFolder } from '../support/folder-test.ts'

it('starts the Local studio again after a start that failed, and then once for all', async () => {
  const home = temporaryFolder()
  let starts = 0
  const startStudio = async (): Promise<RunningStudio> => {
    starts += 1
    if (starts === 1) throw new Error('the port is taken')
    return {
      baseUrl: 'http://127.0.0.1:1/v1',
      appId: 'local',
      apiKey: Secret.ofText('key'),
      gateway: async () => undefined,
      close: async () => undefined,
    }
  }
  const app = await createApp({
    home,
    isDefaultHome: false,
    openVault: () =>
      openVault({ home, isDefaultHome: false, backend: 'sealed-files', scryptWorkFactor: 4 }),
    startStudio,
  })
  onTestFinished(async () => {
    await app.close()
  })

  await expect(app.accounts.client('local')).rejects.toThrow('the port is taken')
  await app.accounts.client('local')
  await app.accounts.client('local')
  expect(starts).toBe(2)
})
