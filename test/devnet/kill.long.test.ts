import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { testAddress } from './addresses.ts'
import {
  blockfrostBlock,
  blockfrostTransaction,
  blockfrostTransactionUtxos,
  devnetFunded,
} from '#contract/gateways/blockfrost.ts'
import { freshFolder, token } from './open-devnet.ts'

const kills = 8
const { folder, remove } = freshFolder()
afterAll(remove)

const script = join(import.meta.dirname, 'devnet.process.ts')
const start = async (): Promise<{ child: ChildProcess; baseUrl: string }> => {
  const child = spawn(process.execPath, [script, join(folder, 'devnet.db'), token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [baseUrl]: unknown[] = await once(lines, 'line')
  return { child, baseUrl: String(baseUrl) }
}
const get = async (baseUrl: string, path: string): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { headers: { project_id: token } })

/** The id of a payment that was acknowledged. */
const pay = async (baseUrl: string): Promise<string> => {
  const reply = await fetch(`${baseUrl}/devnet/fund`, {
    method: 'POST',
    headers: { project_id: token, 'content-type': 'application/json' },
    body: JSON.stringify({ address: testAddress, lovelace: '2000000' }),
  })
  return devnetFunded.parse(await reply.json()).tx_hash
}

/** Has payments made until the process is gone. @returns the ids that were acknowledged. */
const payUntilDead = async (baseUrl: string): Promise<string[]> => {
  const acknowledged: string[] = []
  for (;;) {
    try {
      acknowledged.push(await pay(baseUrl))
    } catch {
      return acknowledged
    }
  }
}

describe('a devnet that is killed', () => {
  it(`${kills} times keeps everything that it acknowledged, and the chain stays one`, async () => {
    const acknowledged: string[] = []
    let genesis = ''
    for (let round = 0; round < kills; round += 1) {
      const { child, baseUrl } = await start()
      const first = blockfrostBlock.parse(await (await get(baseUrl, '/blocks/0')).json())
      if (round === 0) genesis = first.hash
      expect(first.hash).toBe(genesis)
      // The first one loads the ledger, however long that takes.
      acknowledged.push(await pay(baseUrl))
      const paying = payUntilDead(baseUrl)
      await delay(30 + round * 60)
      child.kill('SIGKILL')
      await once(child, 'exit')
      acknowledged.push(...(await paying))
    }
    const { child, baseUrl } = await start()
    const spent = new Set<string>()
    for (const id of acknowledged) {
      await expect.poll(async () => (await get(baseUrl, `/txs/${id}`)).status).toBe(200)
      const { block } = blockfrostTransaction.parse(await (await get(baseUrl, `/txs/${id}`)).json())
      expect((await get(baseUrl, `/blocks/${block}`)).status).toBe(200)
      const reply = await get(baseUrl, `/txs/${id}/utxos`)
      const { inputs } = blockfrostTransactionUtxos.parse(await reply.json())
      for (const input of inputs) spent.add(`${input.tx_hash}#${input.output_index}`)
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    console.log(`${acknowledged.length} acknowledged over ${kills} kills`)
    expect(acknowledged.length).toBeGreaterThan(kills)
    expect(spent.size).toBe(acknowledged.length)
  })
})
