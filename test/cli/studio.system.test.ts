import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { blockfrostBlock } from '#contract/gateways/blockfrost.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

const firstLine = z.object({
  base_url: z.string(),
  app_id: z.string(),
  api_key: z.string(),
  gateway_url: z.string(),
  gateway_token: z.string(),
  network: z.literal('devnet'),
  pid: z.int(),
})

let home: TestHome
beforeAll(() => {
  home = new TestHome()
})
afterAll(() => {
  home.remove()
})

/** Serves a studio until `use` has ended; answers what `use` did and the exit code. */
const served = async <T>(
  args: readonly string[],
  use: (studio: z.output<typeof firstLine>) => Promise<T>,
) => {
  const child = home.start(['studio', 'serve', '--json', ...args])
  if (child.stdout === null) throw new Error('no standard output')
  const lines = createInterface({ input: child.stdout })
  const [line] = z.tuple([z.string()]).parse(await once(lines, 'line'))
  const result = await use(firstLine.parse(JSON.parse(line)))
  child.kill('SIGTERM')
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await once(child, 'exit'))
  return { result, code }
}

const call = async (studio: z.output<typeof firstLine>, path: string, body?: unknown) => {
  const answer = await fetch(`${studio.base_url}/${studio.app_id}/v1${path}`, {
    headers: {
      'x-api-key': studio.api_key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    body: z.record(z.string(), z.unknown()).parse(await answer.json()),
  }
}

describe('coldpress studio serve', () => {
  it('serves the interface to any client until it is told to stop', async () => {
    const { result, code } = await served(
      ['--passphrase-file', home.passphraseFile],
      async (studio) => {
        const made = await call(studio, '/nft/collections', herbarium)
        const policy = await call(studio, `/nft/collections/${String(made.body['id'])}/policy`)
        const wrongKey = await call({ ...studio, api_key: 'wrong' }, '/nft/collections')
        return { made, policy, wrongKey, studio }
      },
    )
    expect(code).toBe(0)
    expect(result.made.status).toBe(201)
    expect(result.policy.body['signing_keys']).toEqual([expect.stringMatching(/^ed25519_sk1/u)])
    expect(result.wrongKey.status).toBe(401)
  })

  it('prints base URL, app ID and a command that adds it as an account', async () => {
    const child = home.start(['studio', 'serve', '--show-key'])
    if (child.stdout === null) throw new Error('no standard output')
    let printed = ''
    child.stdout.on('data', (piece) => (printed += String(piece)))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('account add')
    child.kill('SIGTERM')
    expect(printed).toMatch(/^base URL +http:\/\/127\.0\.0\.1:\d+$/mu)
    const appId = /^app ID +(\S+)$/mu.exec(printed)?.[1] ?? ''
    const apiKey = /^API key +(\S+)$/mu.exec(printed)?.[1] ?? ''
    const [, typed = ''] = /^ {2}\S+coldpress\.js (account add .*)$/mu.exec(printed) ?? []
    expect(typed).toContain(`--app-id ${appId}`)
    const key = ['--api-key-file', home.file('key.txt', apiKey)]
    const added = await home.json([...typed.split(' '), ...key])
    expect(added).toMatchObject({ code: 0, document: { app_id: appId, network: 'testnet' } })
  })

  it('serves the devnet beside it, to whoever has its token', async () => {
    const ask = (studio: z.output<typeof firstLine>, token: string) =>
      fetch(`${studio.gateway_url}/blocks/latest`, { headers: { project_id: token } })
    const { result } = await served([], async (studio) => {
      const tip = await ask(studio, studio.gateway_token)
      return { tip: await tip.json(), status: (await ask(studio, studio.api_key)).status }
    })
    expect(blockfrostBlock.parse(result.tip).height).toBeGreaterThanOrEqual(0)
    expect(result.status).toBe(403)
  })

  it('keeps its collections, and its API key, over restarts', async () => {
    const unlocked = ['--passphrase-file', home.passphraseFile]
    const first = await served(unlocked, async (studio) => studio.api_key)
    const second = await served(unlocked, async (studio) => ({
      key: studio.api_key,
      list: await call(studio, '/nft/collections'),
    }))
    expect(second.result.key).toBe(first.result)
    expect(second.result.list.body['data']).toHaveLength(1)
  })

  it('works with a locked vault, but gives away no key', async () => {
    const { result } = await served([], async (studio) => {
      const list = await call(studio, '/nft/collections')
      const [collection] = z.array(z.object({ id: z.string() })).parse(list.body['data'])
      return {
        policy: await call(studio, `/nft/collections/${collection?.id ?? ''}/policy`),
        made: await call(studio, '/nft/collections', herbarium),
      }
    })
    expect(result.policy.status).toBe(423)
    expect(String(result.policy.body['message'])).toContain('locked')
    expect(result.made.status).toBe(201)
  })

  it('writes what it was asked to a log that holds no key', async () => {
    const { result } = await served([], async (studio) => {
      await call(studio, '/nft/collections')
      return studio.api_key
    })
    const path = join(home.dir, 'studio', 'devnet.log')
    const lines = readFileSync(path, 'utf8')
    expect(lines).toContain('/v1/nft/collections')
    expect(lines).not.toContain(result)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('says which port is taken, with exit code 3', async () => {
    await served([], async (studio) => {
      const port = new URL(studio.base_url).port
      const run = await home.run(['studio', 'serve', '--port', port])
      expect(run.code).toBe(3)
      expect(run.stderr).toContain(port)
    })
  })
})
