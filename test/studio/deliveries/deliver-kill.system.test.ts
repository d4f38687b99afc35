import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKey } from '../open-studio.ts'
import { openEmitter, startReceiver } from './delivery-harness.ts'

const kills = 3
const sales = 40
const script = join(import.meta.dirname, 'studio.process.ts')

let folder: string
let child: ChildProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldpress-deliver-kill-'))
})
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async () => {
  const started = spawn(process.execPath, [script, folder, apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const [baseUrl]: unknown[] = await once(createInterface({ input: started.stdout }), 'line')
  const kill = async (): Promise<void> => {
    started.kill('SIGKILL')
    await once(started, 'exit')
  }
  return { kill, url: `${String(baseUrl)}/local/v1/webhooks` }
}

it(`loses nothing when it is killed ${kills} times in the middle, and doubles only under the same key, in order`, async () => {
  // Some answers take a moment, so that a kill meets deliveries that have arrived unknown to it.
  const receiver = await startReceiver((_received, response) => {
    setTimeout(() => response.writeHead(200).end(), 5)
  })
  let studio = await start()
  const { emit } = openEmitter(join(folder, 'studio.db'), () => new Date())
  const made = await fetch(studio.url, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'nft_api',
      name: 'shop',
      network: 'testnet',
      callback_url: receiver.url,
    }),
  })
  expect(made.status).toBe(201)

  const emitted: string[] = []
  for (let round = 0; round < kills; round += 1) {
    const before = receiver.received.length
    for (let sale = 0; sale < sales; sale += 1) emitted.push(emit(`sale-${sale}`))
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
    await delay(round * 12)
    await studio.kill()
    studio = await start()
  }
  await expect.poll(() => new Set(receiver.ids()).size, { timeout: 120_000 }).toBe(emitted.length)

  const keys = new Map(receiver.received.map((one) => [one.eventId, one.headers['webhook-id']]))
  const bodies = new Map(receiver.received.map((one) => [one.eventId, one.body]))
  for (const { eventId, headers, body } of receiver.received) {
    expect({ key: headers['webhook-id'], body }).toEqual({
      key: keys.get(eventId),
      body: bodies.get(eventId),
    })
  }
  const firstTimes = [...new Set(receiver.ids())]
  for (let sale = 0; sale < sales; sale += 1) {
    const ofSale = emitted.filter((_, index) => index % sales === sale)
    expect(firstTimes.filter((id) => ofSale.includes(id))).toEqual(ofSale)
  }
  console.log(`${receiver.received.length - emitted.length} of ${emitted.length} came twice`)
  await studio.kill()
})
