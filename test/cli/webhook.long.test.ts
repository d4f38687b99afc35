import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { delivery, deliveryWithBody, webhookMade } from '#contract/webhooks/webhook.ts'
import { ok, openEmitter, startReceiver, status } from '../studio/deliveries/delivery-harness.ts'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

/** As a person sees it. */
const shown = (args: readonly string[]) =>
  home.run([...args, '--passphrase-file', home.passphraseFile])

/** A command that goes on until it is stopped, with its lines. */
const started = (args: readonly string[]) => {
  const child = home.start([...args, '--json', '--passphrase-file', home.passphraseFile])
  if (child.stdout === null) throw new Error('no standard output')
  const lines: unknown[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(JSON.parse(line)))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  return lines
}

const list = z.array(delivery)
const deliveriesOf = async (id: string, ...more: readonly string[]) =>
  list.parse((await home.json(['webhook', 'deliveries', id, ...more])).document)

it('a webhook is added, tested, disabled by its receiver, enabled, and sent to again by hand', async () => {
  const receiver = await startReceiver(status(500))
  const added = await home.json([
    'webhook',
    'add',
    '--name',
    'shop',
    '--callback-url',
    receiver.url,
  ])
  const { id, secret = '' } = webhookMade.parse(added.document)
  expect(secret).toMatch(/^whsec_/u)
  const again = await home.json(['webhook', 'list'])
  expect(JSON.stringify(again.document)).not.toContain('whsec_')

  expect(await home.json(['webhook', 'test', id])).toMatchObject({
    code: 6,
    document: { delivered: false, status_code: 500, error: 'the receiver answered 500' },
  })
  receiver.answers(ok)
  expect(await home.json(['webhook', 'test', id])).toMatchObject({
    code: 0,
    document: { delivered: true, status_code: 204 },
  })
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received.slice(-1)
  new Webhook(secret).verify(body, { ...headers })
  expect((await shown(['webhook', 'test', id])).stdout).toMatch(/^delivered +yes\nstatus +204\n/u)

  receiver.answers(status(410))
  const { emit } = openEmitter(join(home.dir, 'studio', 'devnet.db'), () => new Date())
  const eventId = emit('a-sale')
  const lines = started(['studio', 'serve'])
  const follower = started(['events', '--follow', '--catch-up', '--after', '0'])
  const failed = async () => deliveriesOf(id, '--state', 'failed')
  await expect.poll(async () => (await failed()).length, { timeout: 60_000 }).toBe(1)
  expect(lines).toHaveLength(1)
  expect((await home.json(['webhook', 'list'])).document).toMatchObject([
    { available: 'false', network: 'testnet', chain: 'devnet' },
  ])
  const [one] = await failed()
  const resend = ['webhook', 'resend', one?.id ?? '']
  expect((await home.json(resend)).code).toBe(3)

  receiver.answers(ok)
  expect((await home.json(['webhook', 'enable', id])).document).toMatchObject({ available: 'true' })
  expect((await home.json(resend)).document).toMatchObject({ id: one?.id, state: 'pending' })
  await expect
    .poll(async () => (await deliveriesOf(id))[0]?.state, { timeout: 60_000 })
    .toBe('delivered')
  const whole = await home.json(['webhook', 'delivery', one?.id ?? ''])
  expect(deliveryWithBody.parse(whole.document)).toMatchObject({
    event_id: eventId,
    state: 'delivered',
    attempts: 2,
    request_body: receiver.received.at(-1)?.body,
  })
  const text = await shown(['webhook', 'deliveries', id])
  expect(text.stdout).toMatch(/MINTING +a-sale +delivered +2 +204/u)
  // The list is empty because of the filter, and says so.
  const none = await shown(['webhook', 'deliveries', id, '--state', 'failed'])
  expect(none.stdout).toMatch(/state “failed”.+webhook deliveries/u)

  // The studio lists each event and pushes it too: it arrives once, whichever way was quicker.
  await expect.poll(() => follower, { timeout: 60_000 }).toMatchObject([{ event_id: eventId }])
  const anotherId = emit('another-sale')
  await expect
    .poll(() => follower, { timeout: 60_000 })
    .toMatchObject([
      { event_id: eventId, network: 'testnet', chain: 'devnet' },
      { event_id: anotherId },
    ])
  expect((await home.json(['webhook', 'remove', id])).code).toBe(0)
  expect((await home.json(['webhook', 'test', id])).code).toBe(3)
})
