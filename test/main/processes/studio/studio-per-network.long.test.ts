import { afterEach, beforeEach, expect, it } from 'vitest'
import { localAccountIdOn } from '#app/accounts/accounts.ts'
import { type App, createApp } from '#app/create-app.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { ProcessExit } from '#transport/process/port.ts'
import { startRemoteStudio } from '#main/processes/studio/remote-studio.ts'
import type { Network } from '#values/networks/networks.ts'
import { type Blockfrost, startBlockfrost } from '../../../support/blockfrost-stand-in.ts'
import { filesUnder, findPlanted } from '../../../support/planted-secrets.ts'
import { type ForkedPort, forkPort } from '../forked-port.ts'
import { openRemoteHarness, type RemoteHarness } from '../keys/remote-harness.ts'

const projectId = 'preprodPlantedByTheTestOfTheStudios'

let harness: RemoteHarness
let app: App
let blockfrost: Blockfrost
let ports: (readonly [network: Network, port: ForkedPort])[]
let deaths: ProcessExit[]

/** The app's own wiring: a process for the studio of each network. */
beforeEach(async () => {
  harness = await openRemoteHarness()
  blockfrost = await startBlockfrost({ network: 'preprod', projectId })
  ports = []
  deaths = []
  app = await createApp({
    home: harness.home,
    isDefaultHome: false,
    openVault: () => harness.open(),
    startStudio: (network) =>
      startRemoteStudio({
        start: () => {
          const port = forkPort('studio', {})
          ports.push([network, port])
          return port
        },
        home: harness.home,
        network,
        keys: app.studioKeys(network),
        webhookSecrets: app.webhookSecrets,
        onGatewayCalls: ({ id, ...used }) => app.gateways.report(id, used),
        gatewayAccess: () => app.gateways.accessTo(network),
        eventFeed: app.events.localFeed(localAccountIdOn(network)),
        onNotice: () => undefined,
        onDeath: (death) => deaths.push(death),
      }),
  })
  await app.vault.create(Secret.ofText('correct horse battery'))
  await app.gateways.set({
    network: 'preprod',
    kind: 'blockfrost',
    settings: { baseUrl: blockfrost.baseUrl },
    secret: Secret.ofText(projectId),
  })
})

afterEach(async () => {
  await app.close()
  await Promise.all(ports.map(([, { exited }]) => exited))
  await blockfrost.close()
  await harness.close()
})

const collection = {
  name: 'Test',
  payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  policy: { lock: false },
} as const

it('the studio of a public network gets its gateway from the vault, dies alone, and is back', async () => {
  const [devnet, preprod] = await Promise.all([
    app.accounts.client('local'),
    app.accounts.client('local-preprod'),
  ])
  const { id } = await preprod.createCollection(collection)
  const { address } = await preprod.getFunding(id)
  await blockfrost.pay(address, 7_000_000n)
  expect(await preprod.getFunding(id)).toMatchObject({ lovelace: 7_000_000 })

  const running = ports.find(([network]) => network === 'preprod')
  running?.[1].signal('SIGKILL')
  await devnet.createCollection(collection)
  await expect
    .poll(() => deaths)
    .toEqual([{ restarted: true, message: expect.stringContaining('The Local studio on preprod') }])
  expect(await preprod.getFunding(id)).toMatchObject({ lovelace: 7_000_000 })
  expect(ports.map(([network]) => network).toSorted()).toEqual(['devnet', 'preprod', 'preprod'])
  const planted = { name: 'project id', bytes: new TextEncoder().encode(projectId) }
  expect(findPlanted(filesUnder(harness.home), [planted])).toEqual([])
})

it('the studio of a public network ends with its gateway, and starts with another one', async () => {
  const preprod = await app.accounts.client('local-preprod')
  const { id } = await preprod.createCollection(collection)
  await app.gateways.remove('preprod')
  await Promise.all(ports.map(([, { exited }]) => exited))
  await expect(app.accounts.client('local-preprod')).rejects.toMatchObject({ code: 'not_found' })
  await app.gateways.set({
    network: 'preprod',
    kind: 'blockfrost',
    settings: { baseUrl: blockfrost.baseUrl },
    secret: Secret.ofText(projectId),
  })
  const again = await app.accounts.client('local-preprod')
  expect((await again.getCollection(id)).name).toBe('Test')
})
