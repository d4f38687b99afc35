import { expect, it, vi, onTestFinished } from 'vitest'
import { openServices, passphrase } from './open-services.ts'

it('tells what it is, and whether anything was ever done here', async () => {
  const { call, home } = await openServices({ hasVault: false })
  const before = await call('app.info', null)
  expect(before).toMatchObject({
    version: '0.1.0',
    host: 'chromium',
    versions: { node: '24' },
    home,
    isFirstStart: true,
  })
  expect(before.licences.length).toBeGreaterThan(100)
  await call('vault.create', { passphrase })
  expect((await call('app.info', null)).isFirstStart).toBe(false)
})

it('keeps its settings, and lets them hold at once', async () => {
  const { call, state } = await openServices()
  expect(state.reported).toEqual(['appearance system', `auto-lock ${15 * 60_000}`])
  expect(await call('app.changeSettings', { autoLockMinutes: 5 })).toEqual({
    appearance: 'system',
    autoLockMinutes: 5,
    notifyFailures: true,
    notifyPaid: true,
    updateCheck: 'ask',
    pinCheck: 'daily',
    imageGateway: 'https://trustless-gateway.link',
    routingEndpoint: null,
    collectionGoals: {},
  })
  await call('app.changeSettings', { appearance: 'dark' })
  expect(await call('app.settings', null)).toEqual({
    appearance: 'dark',
    autoLockMinutes: 5,
    notifyFailures: true,
    notifyPaid: true,
    updateCheck: 'ask',
    pinCheck: 'daily',
    imageGateway: 'https://trustless-gateway.link',
    routingEndpoint: null,
    collectionGoals: {},
  })
  expect(state.reported.slice(2)).toEqual([`auto-lock ${5 * 60_000}`, 'appearance dark'])
  await expect(call('app.changeSettings', { autoLockMinutes: 0 })).rejects.toMatchObject({
    code: 'invalid',
  })
})

it('asks for folders and files, copies, protects and closes through the shell', async () => {
  const { call, state } = await openServices()
  expect(await call('app.pickFolder', null)).toBeNull()
  state.picked = '/home/me/prints'
  expect(await call('app.pickFolder', null)).toBe('/home/me/prints')
  expect(await call('app.pickFile', { what: 'key' })).toBe('/home/me/prints')
  await call('app.copy', { text: 'a policy ID', secret: false })
  expect(state.clipboard).toBe('a policy ID')
  state.reported.length = 0
  await call('app.protect', { on: true })
  await call('app.close', null)
  expect(state.reported).toEqual(['protect true', 'close'])
})

it('clears a secret from the clipboard when it ends', async () => {
  const { call, state, services } = await openServices()
  await call('app.copy', { text: 'ed25519_sk1…', secret: true })
  await services.close()
  expect(state.clipboard).toBe('')
})

it('pages its log and tells the window of each new line', async () => {
  const { call, state, services } = await openServices({ hasVault: false })
  services.log({ level: 'error', kind: 'app', message: 'The studio was started again.' })
  services.log({ level: 'info', kind: 'import', message: 'Started.', details: { job: 'j1' } })
  const query = { before: null, limit: 10, kinds: null, levels: null, search: '' }
  const { entries, total } = await call('log.page', query)
  expect([entries.map(({ message }) => message), total]).toEqual([
    ['Started.', 'The studio was started again.'],
    2,
  ])
  expect(state.events).toEqual(entries.toReversed().map((entry) => ['log.added', entry]))
  expect(await call('log.page', { ...query, search: 'J1' })).toMatchObject({ total: 1 })
})

it('does not fail because of a line that cannot be written', async () => {
  const { services, app, state } = await openServices({ hasVault: false })
  await app.close()
  expect(() => services.log({ level: 'info', kind: 'app', message: 'Too late.' })).not.toThrow()
  expect(state.events).toEqual([])
})

it('does not try the sample without a vault to keep its key', async () => {
  const { call } = await openServices({ hasVault: false })
  await expect(call('app.trySample', null)).rejects.toMatchObject({
    code: 'vault_locked',
    message: expect.stringMatching(/^Choose a passphrase/u),
  })
})

it('starts again with the network once its user has confirmed that outside the page', async () => {
  const { call, state } = await openServices({ hasVault: false })
  await expect(call('app.restartOnline', null)).rejects.toMatchObject({ code: 'conflict' })
  expect(state.asked).toEqual([])
  vi.stubEnv('COLDPRESS_OFFLINE', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  state.confirms = false
  await expect(call('app.restartOnline', null)).rejects.toMatchObject({ code: 'cancelled' })
  expect(state.asked).toMatchObject([{ kind: 'go_online' }])
  expect(state.reported).not.toContain('restart online')
  state.confirms = true
  await call('app.restartOnline', null)
  expect(state.reported).toContain('restart online')
})
