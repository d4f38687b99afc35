import { expect, it, onTestFinished } from 'vitest'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { openServices } from './open-services.ts'

const token = 'planted-pin-token-0123456789'
const mine = { name: 'mine', kind: 'kubo', settings: { url: 'http://127.0.0.1:5001' } } as const

it('are set up with their token and told apart', async () => {
  const { call, app, logged } = await openServices()
  const before = await call('pins.list', null)
  const used = await call('pins.use', { ...mine, secret: token })
  expect(used).toEqual({
    name: 'mine',
    kind: 'kubo',
    settings: { url: 'http://127.0.0.1:5001' },
    url: 'http://127.0.0.1:5001',
    isDefault: false,
    isBuiltIn: false,
  })
  expect(await call('pins.list', null)).toEqual([...before, used])
  expect((await app.vault.getApiKey('pin-mine'))?.text()).toBe(token)
  expect(logged('app')).toEqual(['Images can be pinned at mine.'])
})

it('lose the token of before when they are set up without one', async () => {
  const { call, app } = await openServices()
  await call('pins.use', { ...mine, secret: token })
  await call('pins.use', { ...mine, secret: ' ' })
  expect(await app.vault.getApiKey('pin-mine')).toBeUndefined()
})

it('are set up by the address that a node names itself, which is confirmed as a URL', async () => {
  const { call, state } = await openServices()
  const settings = { url: '/dns4/node.example/tcp/443/https' }
  const used = await call('pins.use', { ...mine, settings, secret: null })
  expect(used).toMatchObject({ url: 'https://node.example' })
  expect(state.asked[0]?.lines[0]).toBe('Address: https://node.example')
  const quic = { ...mine, settings: { url: '/ip4/1.2.3.4/udp/4001/quic-v1' }, secret: null }
  await expect(call('pins.use', quic)).rejects.toThrow('url: not an http or https address')
})

it('are refused with the wrong field', async () => {
  const { call } = await openServices()
  await expect(
    call('pins.use', { ...mine, settings: { url: 'nowhere' }, secret: null }),
  ).rejects.toThrow('url: not an http or https address')
})

it('are tested: this machine works, a node that refuses the token says so', async () => {
  const { call, logged } = await openServices()
  expect(await call('pins.test', { name: 'local' })).toBeNull()
  const server = await startLoopbackServer((_request, _message, response) => {
    response.writeHead(401).end('no')
  })
  onTestFinished(() => server.close())
  await call('pins.use', { ...mine, settings: { url: server.url }, secret: token })
  await expect(call('pins.test', { name: 'mine' })).rejects.toMatchObject({ code: 'unauthorized' })
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
  expect(logged('connection')[0]).toMatch(/^mine: /u)
  await expect(call('pins.test', { name: 'none' })).rejects.toMatchObject({ code: 'not_found' })
})
