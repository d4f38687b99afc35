import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startLocalStudio } from '#cli/local-studio.ts'
import { type App, createApp, type RunningStudio } from '#app/create-app.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'

let home: TestHome
beforeEach(async () => {
  home = await TestHome.withVault()
})
afterEach(() => {
  home.remove()
})

const chain = () => join(home.dir, 'studio', 'devnet.chain.db')
const damageChain = () => writeFileSync(chain(), 'this is no database. '.repeat(400))

const createCollection = async (): Promise<string> => {
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const { code, document } = await home.json(['collection', 'create', '--file', file])
  expect(code).toBe(0)
  return z.object({ id: z.string() }).parse(document).id
}

describe('the devnet beside the Local studio', () => {
  it('is not started by a command that asks nothing of the chain', async () => {
    const id = await createCollection()
    expect(existsSync(chain())).toBe(false)

    // through the studio, which had its test wallet before there was a devnet
    expect((await home.json(['mint', 'fund', '--collection', id, '--ada', '5'])).code).toBe(0)
    expect(existsSync(chain())).toBe(true)
  })

  it('stands in the way of nothing else when its chain is damaged', async () => {
    const id = await createCollection()
    damageChain()

    expect((await home.json(['collection', 'list'])).code).toBe(0)
    const reported = { error: { message: expect.stringContaining(chain()) } }
    expect(await home.json(['gateway', 'test', 'devnet'])).toMatchObject({ document: reported })
    const funding = await home.json(['mint', 'fund', '--collection', id, '--ada', '5'])
    expect(funding).toMatchObject({ code: 3, document: reported })
  })
})

describe('a studio that runs', () => {
  let app: App
  let studio: RunningStudio
  beforeEach(async () => {
    app = await createApp({
      home: home.dir,
      isDefaultHome: false,
      startStudio: () => Promise.reject(new Error('no second studio')),
    })
    studio = await startLocalStudio(app, { network: 'devnet' })
  })
  afterEach(async () => {
    await studio.close()
    await app.close()
  })

  it('has one devnet, however many ask for it at once', async () => {
    const [one, other] = await Promise.all([studio.gateway(), studio.gateway()])
    expect(one?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+/u)
    expect(other).toEqual(one)
  })

  it('tries to start its devnet again a while after a failure', async () => {
    damageChain()
    await expect(studio.gateway()).rejects.toThrow(chain())
    rmSync(chain())
    await expect(studio.gateway()).rejects.toThrow(chain())
    await expect.poll(async () => (await studio.gateway())?.baseUrl).toBeDefined()
  })

  it('closes a devnet that still starts, and starts none after that', async () => {
    const starting = studio.gateway()
    await studio.close()
    const address = await starting
    await expect(fetch(String(address?.baseUrl))).rejects.toThrow('fetch failed')
    await expect(studio.gateway()).rejects.toMatchObject({ code: 'unreachable' })
  })
})
