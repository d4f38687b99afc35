import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountCalls } from '#contract/accounts/calls.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { text as catalogue } from '#renderer/text/en.ts'
import { testAddress } from '../studio/open-studio.ts'
import { call, passphrase } from '../support/window-actions.ts'
import { isElectron, type RunningApp, startApp } from '../support/app.ts'
import { answerMessageBox, confirming, messageBox, messageBoxes } from '../support/confirm.ts'
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts'

let running: RunningApp
/** A service that its user once set up, and that keeps what it gets. */
let service: LoopbackServer
const bodies: string[] = []
let accountId: string
let policyId: string

beforeAll(async () => {
  service = await startLoopbackServer(async (_request, message, response) => {
    // Collections are listed before one is made, to know it again should its answer be lost.
    if (message.method === 'GET') return response.writeHead(200).end('{"data":[]}')
    bodies.push(await textOf(message))
    return response.writeHead(500).end('{}')
  })
  running = await startApp()
  const { app, page } = running
  await page.getByRole('navigation', { name: catalogue.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
  const account = { name: 'Shop', network: 'testnet', appId: 'app', apiKey: 'a-key' }
  const adding = call(page, 'accounts.add', { ...account, baseUrl: service.url })
  // Asked or not: how it got there is another test's attack.
  answerMessageBox(app, 'yes').catch(() => undefined)
  const added = await adding
  accountId = accountCalls['accounts.add'].output.parse(added).id
  const wanted = { name: 'Night Garden', network: 'preprod', lockTime: null }
  const made = await call(page, 'policies.generate', wanted)
  policyId = policyCalls['policies.generate'].output.parse(made).policyId
})
afterAll(async () => {
  await running.close()
  await service.close()
})

const create = (given: object): Promise<unknown> =>
  running.page.evaluate(
    `window.coldpress.call('collections.create', ${JSON.stringify({
      accountId,
      form: {
        name: 'Taken',
        payout_address: testAddress,
        policy: { kind: 'vault', policyId, sendKeysTo: accountId },
      },
      ...given,
    })})`,
  )
const keysSent = (): readonly string[] => bodies.filter((body) => body.includes('signing_keys'))

it('A page that was taken over sends no signing key without the passphrase of the open vault', async () => {
  for (const given of [{}, { passphrase: 'a guess of the page' }])
    expect(await create(given)).toMatchObject({ ok: false, error: { code: 'wrong_passphrase' } })
  expect(messageBoxes(running.app)).toEqual([])
  expect(bodies).toEqual([])
})

it.skipIf(isElectron)(
  'A page that knows the passphrase too sends no signing key that its user did not confirm',
  async () => {
    const attacked = create({ passphrase })
    await messageBox(running.app)
    // That nothing leaves meanwhile can only be given time.
    await sleep(2000)
    expect(bodies).toEqual([])
    const said = await answerMessageBox(running.app, 'no')
    for (const fact of ['Night Garden', policyId, 'preprod', service.url])
      expect(said).toContain(fact)
    expect(await attacked).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(bodies).toEqual([])
  },
)

it('The keys go to the service that its user confirmed', async () => {
  await confirming(running.app, () => create({ passphrase }))
  expect(keysSent()).not.toEqual([])
})
