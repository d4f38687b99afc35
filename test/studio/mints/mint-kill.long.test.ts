import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { type RunningDevnet, startDevnet } from '#devnet/server.ts'
import { collection } from '#contract/collections/collection.ts'
import { funding } from '#contract/mints/mint.ts'
import { addTokensResponse } from '#contract/tokens/token.ts'
import { apiKey, collectionBody, testAddress, tokenBody } from '../open-studio.ts'

const kills = 8
const devnetToken = 'devnet-token-of-the-tests'
const script = join(import.meta.dirname, 'studio.process.ts')

let folder: string
let devnet: RunningDevnet
let child: ChildProcess | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldpress-mint-kill-'))
  const token = Secret.ofText(devnetToken)
  devnet = await startDevnet({ database: ':memory:', token, blockMs: 30 })
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await devnet.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async () => {
  const started = spawn(process.execPath, [script, folder, devnet.baseUrl, devnetToken, apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const [baseUrl]: unknown[] = await once(createInterface({ input: started.stdout }), 'line')
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${String(baseUrl)}/local/v1/nft/collections${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return reply.json()
  }
  const kill = async (): Promise<void> => {
    started.kill('SIGKILL')
    await once(started, 'exit')
  }
  return { call, kill }
}

const fund = async (address: string): Promise<void> => {
  const reply = await fetch(`${devnet.baseUrl}/devnet/fund`, {
    method: 'POST',
    headers: { project_id: devnetToken, 'content-type': 'application/json' },
    body: JSON.stringify({ address, lovelace: 5_000_000 }),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

const page = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) })

describe('A studio that is killed while it mints', () => {
  it(`${kills} times mints every token exactly once, whatever moment it was`, async () => {
    let studio = await start()
    const { id, policy } = collection.parse(await studio.call('POST', '', collectionBody()))
    const names = Array.from({ length: kills + 1 }, (_, index) => `Token${index}`)
    const added = await studio.call('POST', `/${id}/tokens`, {
      tokens: names.map((name) => tokenBody(name)),
    })
    const tokens = addTokensResponse.parse(added).data
    const { address } = funding.parse(await studio.call('GET', `/${id}/funding`))
    for (const _ of names) await fund(address)
    const gateway = createBlockfrost({
      baseUrl: devnet.baseUrl,
      network: 'devnet',
      secret: Secret.ofText(devnetToken),
    })
    await expect.poll(async () => (await gateway.utxosAt(address)).length).toBe(names.length)

    const startedAt = performance.now()
    await studio.call('POST', `/${id}/mints`, { tokens: [tokens[0]?.id], to: testAddress })
    const answerMs = performance.now() - startedAt
    for (const [round, token] of tokens.slice(1).entries()) {
      const body = { tokens: [token.id], to: testAddress }
      const chainAnswer = studio.call('POST', `/${id}/mints`, body).catch(() => undefined)
      // Half of them die while the request is answered, half while its mint is on its way.
      await (round % 2 === 0 ? delay((answerMs * round) / kills) : chainAnswer)
      if (round % 2 === 1) await delay(round * 15)
      await studio.kill()
      await chainAnswer
      studio = await start()
    }

    // What was taken in ends by itself; what was not is free, and can be asked for again.
    const free = async () => {
      const { data } = page.parse(await studio.call('GET', `/${id}/tokens?size=100`))
      const open = data.filter(({ status }) => status !== 'COMPLETED')
      return open.every(({ status }) => status === 'FOR_SALE') ? open : undefined
    }
    await expect.poll(free, { timeout: 60_000 }).toBeDefined()
    const left = (await free()) ?? []
    console.log(`${kills - left.length} of ${kills} were taken in before the kill`)
    expect(left.length).toBeLessThanOrEqual(kills / 2)
    if (left.length > 0)
      await studio.call('POST', `/${id}/mints`, { tokens: 'all', to: testAddress })
    await expect.poll(async () => (await free())?.length, { timeout: 60_000 }).toBe(0)
    const minted = await gateway.assetsOf(policy.policy_id)
    expect(minted.map(({ quantity }) => quantity)).toEqual(names.map(() => 1n))
    await studio.kill()
  })
})
