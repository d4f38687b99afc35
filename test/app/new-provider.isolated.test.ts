import type { Command } from 'commander'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { coldpress } from '#cli/coldpress.ts'
import { providerSettingsIn } from '#cli/options/provider-options.ts'
import { settableGatewayProviders } from '#chain/gateway/store-gateway.ts'
import { settablePinProviders } from '#media/pinning/pin-targets.ts'
import { calls } from '#contract/window/calls.ts'
import type { ProviderView } from '#contract/providers/providers.ts'
import { openServices } from '../main/services/open-services.ts'
import { answer, serve } from './api/service.ts'
import { wireBlock } from '../chain/gateway/blockfrost/gateway-of.ts'

// The one line in each registry.
vi.mock(import('#media/pinning/providers.ts'), async (original) => ({
  pinProviders: [
    ...(await original()).pinProviders,
    (await import('../media/pinning/fake/provider.ts')).fakePinning,
  ],
}))
vi.mock(import('#chain/gateway/providers.ts'), async (original) => ({
  gatewayProviders: [
    ...(await original()).gatewayProviders,
    (await import('../chain/gateway/fake/provider.ts')).fakeGateway,
  ],
}))

const kindsOf = (providers: readonly ProviderView[]): readonly string[] =>
  providers.map(({ kind }) => kind)

const helpOf = async (group: string, name: string): Promise<string> => {
  const find = (parent: Command, wanted: string) =>
    parent.commands.find((one) => one.name() === wanted)
  const program = await coldpress([group, name])
  const found = find(program.commands.find((one) => one.name() === group) ?? program, name)
  return found?.helpInformation().replaceAll(/\s+/gu, ' ') ?? ''
}

describe('a pinning provider added by one folder and one line', () => {
  it('has its kind and its settings in the help of pin use', async () => {
    const help = await helpOf('pin', 'use')
    expect(help).toContain('fake-pinning: Fake pinning service')
    expect(help).toContain('--service-url <url> address of the service')
    expect(help).toContain('--pinning-key-file <file> file with the pinning key of the service')
    expect(help).toContain('--token-file <file>')
  })

  it('has its options checked by the command line', () => {
    const read = (options: Record<string, string>) =>
      providerSettingsIn(settablePinProviders(), { kind: 'fake-pinning', ...options })
    expect(read({ serviceUrl: 'https://pin.example' }).settings).toEqual({
      serviceUrl: 'https://pin.example',
    })
    expect(() => read({})).toThrow('--service-url is missing')
    expect(() => read({ serviceUrl: 'https://pin.example', url: 'https://a.example' })).toThrow(
      '--url is no setting of fake-pinning',
    )
    expect(() => providerSettingsIn(settablePinProviders(), { kind: 'none' })).toThrow(
      `kind: none is unknown; choose one of: ${kindsOf(settablePinProviders()).join(', ')}`,
    )
  })

  it('is in the contract of the window, set up, confirmed and tested through it', async () => {
    const { call, app, state } = await openServices()
    const listed = await call('pins.providers', null)
    const kinds = kindsOf(calls['pins.providers'].output.parse(listed))
    expect(kinds).toEqual(kindsOf(settablePinProviders()))
    expect(kinds).toContain('fake-pinning')
    const wanted = { name: 'mine', kind: 'fake-pinning', settings: { serviceUrl: 'nowhere' } }
    await expect(call('pins.use', { ...wanted, secret: 'a key' })).rejects.toThrow(
      'serviceUrl: not an http or https address',
    )
    const settings = { serviceUrl: 'https://pin.example' }
    await expect(call('pins.use', { ...wanted, settings, secret: null })).rejects.toThrow(
      'pinningKey: required',
    )
    await call('pins.use', { ...wanted, settings, secret: 'the right key' })
    expect(state.asked[0]?.lines).toContain('Address: https://pin.example')
    expect(await call('pins.test', { name: 'mine' })).toBeNull()
    expect((await call('pins.list', null)).at(-1)).toMatchObject({
      kind: 'fake-pinning',
      settings,
      url: 'https://pin.example',
    })
    expect((await app.vault.getApiKey('pin-mine'))?.text()).toBe('the right key')
  })

  it('refuses offline without code of its own', async () => {
    const { call } = await openServices()
    const settings = { serviceUrl: 'https://pin.example' }
    await call('pins.use', {
      name: 'mine',
      kind: 'fake-pinning',
      settings,
      secret: 'the right key',
    })
    vi.stubEnv('COLDPRESS_OFFLINE', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(call('pins.test', { name: 'mine' })).rejects.toMatchObject({
      code: 'unreachable',
      details: { rule: 'offline' },
    })
    expect(await call('pins.test', { name: 'local' })).toBeNull()
  })
})

describe('a gateway provider added by one folder and one line', () => {
  it('has its kind and its settings in the help of gateway set', async () => {
    const help = await helpOf('gateway', 'set')
    expect(help).toContain('fake-gateway: Fake gateway')
    expect(help).toContain('--chain-port <text> port of the server on this computer')
    expect(help).toContain('--without-project-id')
  })

  it('has its options checked by the command line', () => {
    const read = (options: Record<string, string>) =>
      providerSettingsIn(settableGatewayProviders(), { kind: 'fake-gateway', ...options })
    expect(read({ chainPort: '80' }).settings).toEqual({ chainPort: '80' })
    expect(() => read({})).toThrow('--chain-port is missing')
  })

  it('is in the contract of the window, set up for its own networks, and asked', async () => {
    const { call, app } = await openServices()
    const listed = await call('gateways.providers', null)
    const kinds = kindsOf(calls['gateways.providers'].output.parse(listed))
    expect(kinds).toEqual(kindsOf(settableGatewayProviders()))
    expect(kinds).toContain('fake-gateway')
    const server = await serve((response, seen) =>
      answer(200, seen.url.endsWith('/genesis') ? { network_magic: 2 } : wireBlock)(response, seen),
    )
    const settings = { chainPort: new URL(server.baseUrl).port }
    const wanted = { kind: 'fake-gateway', name: '', settings, secret: null }
    await expect(call('gateways.set', { ...wanted, network: 'preprod' })).rejects.toThrow(
      'fake-gateway is unknown',
    )
    await expect(
      call('gateways.set', { ...wanted, network: 'preview', secret: 'a key' }),
    ).rejects.toThrow('fake-gateway takes no secret')
    expect(await call('gateways.set', { ...wanted, network: 'preview' })).toMatchObject({
      kind: 'fake-gateway',
      name: `Port ${settings.chainPort}`,
    })
    expect((await (await app.gateways.get('preview')).tip()).height).toBe(100)
  })
})
