import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { call, passphrase } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { answerMessageBox, confirming, messageBox, messageBoxes } from '../support/confirm.ts'
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts'

let running: RunningApp
/** The thief's server. */
let thief: LoopbackServer

const startWithVault = async (): Promise<RunningApp> => {
  const started = await startApp()
  await started.page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(started.page, 'vault.create', { passphrase })
  return started
}
beforeAll(async () => {
  thief = await startLoopbackServer((_request, _message, response) => response.end('{}'))
  running = await startWithVault()
})
afterAll(async () => {
  await running.close()
  await thief.close()
})

/** What a script in the page does, one call after the other; nobody clicks anywhere. */
const attack = (
  calls: readonly (readonly [name: string, input: unknown])[],
  { page }: RunningApp = running,
): Promise<unknown> =>
  page.evaluate(`(async () => {
    const answers = []
    for (const [name, input] of ${JSON.stringify(calls)}) answers.push(await window.coldpress.call(name, input))
    return answers
  })()`)

const account = {
  name: 'Thief',
  network: 'testnet',
  appId: 'app',
  apiKey: 'a-secret-that-was-read',
}
const gateway = {
  network: 'preprod',
  kind: 'blockfrost',
  name: 'Thief',
  secret: 'a-secret-that-was-read',
}

it.each([
  {
    what: 'an account',
    calls: (url: string) => [['accounts.add', { ...account, baseUrl: url }]] as const,
    next: [['accounts.test', { accountId: 'Thief' }]] as const,
  },
  {
    what: 'a gateway',
    calls: (url: string) => [['gateways.set', { ...gateway, settings: { baseUrl: url } }]] as const,
    next: [['gateways.test', { id: 'preprod' }]] as const,
  },
  {
    what: 'a place to pin at',
    calls: (url: string) =>
      [
        [
          'pins.use',
          { name: 'thief', kind: 'kubo', settings: { url }, secret: 'a-secret-that-was-read' },
        ],
      ] as const,
    next: [['pins.test', { name: 'thief' }]] as const,
  },
])(
  'A page that was taken over sends nothing to an address of its choice by setting up $what',
  async ({ calls, next }) => {
    const before = messageBoxes(running.app).length
    const attacked = attack([...calls(thief.url), ...next])
    await messageBox(running.app)
    // That nothing leaves meanwhile can only be given time.
    await sleep(1500)
    expect(thief.requests).toEqual([])
    expect(before).toBe(0)
    const said = await answerMessageBox(running.app, 'no')
    expect(said).toContain(`Let Coldpress connect to ${new URL(thief.url).host}?`)
    expect(await attacked).toMatchObject([
      { ok: false, error: { code: 'cancelled' } },
      { ok: false },
    ])
    expect(thief.requests).toEqual([])
  },
)

it('A page that was refused three times within a minute cannot ask again', async () => {
  const refusing = await startWithVault()
  const adds = [['accounts.add', { ...account, baseUrl: thief.url }]] as const
  try {
    for (let refusals = 0; refusals < 3; refusals += 1) {
      const attacked = attack(adds, refusing)
      await answerMessageBox(refusing.app, 'no')
      expect(await attacked).toMatchObject([{ ok: false, error: { code: 'cancelled' } }])
    }
    const answer = await attack(adds, refusing)
    expect(answer).toMatchObject([{ ok: false, error: { code: 'rate_limited' } }])
    expect(messageBoxes(refusing.app)).toEqual([])
    expect(thief.requests).toEqual([])
  } finally {
    await refusing.close()
  }
})

it('An address that its user confirmed is used, and not asked about again', async () => {
  const second = await startWithVault()
  try {
    const { app, page } = second
    const add = (name: string) =>
      call(page, 'accounts.add', { ...account, name, baseUrl: thief.url })
    await confirming(app, () => add('Shop'))
    await add('Same shop')
    expect(messageBoxes(app)).toEqual([])
    // Its service is no minting service: that it was reached is enough.
    await call(page, 'accounts.test', { accountId: 'Shop' }).catch(() => undefined)
    expect(thief.requests).not.toEqual([])
  } finally {
    await second.close()
  }
})
