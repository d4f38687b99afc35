import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Blockfrost, startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { type IpfsGateway, startIpfsGateway } from '../support/ipfs-gateway.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const count = 2
const payout = herbarium.payout_address

let home: TestHome
let kubo: KuboStandIn
let blockfrost: Blockfrost
let gateway: IpfsGateway

beforeEach(async () => {
  home = await TestHome.withVault()
  kubo = await startKuboStandIn()
  blockfrost = await startBlockfrost({ network: 'preprod', projectId: 'preprodTest' })
  gateway = await startIpfsGateway()
})
afterEach(async () => {
  await kubo.close()
  await blockfrost.close()
  await gateway.close()
  home.remove()
})

const onPreprod = (...args: readonly string[]) => home.json([...args, '--account', 'local-preprod'])
const messageIn = (document: unknown): string =>
  z.object({ error: z.object({ message: z.string() }) }).parse(document).error.message

it('a mint outside the devnet has a public gateway give its images, or asks to accept', async () => {
  const key = home.file('project-id.txt', 'preprodTest\n')
  const set = ['gateway', 'set', 'preprod', '--base-url', blockfrost.baseUrl]
  expect(await home.json([...set, '--project-id-file', key])).toMatchObject({ code: 0 })
  const multiaddr = `/ip4/127.0.0.1/tcp/${new URL(kubo.url).port}`
  expect(await home.json(['pin', 'use', 'kubo', '--url', multiaddr])).toMatchObject({
    code: 0,
    document: { url: kubo.url },
  })
  const chosen = await home.json(['pin', 'gateway', gateway.url])
  expect(chosen).toMatchObject({ code: 0, document: { gateway: gateway.url } })
  expect(await home.json(['pin', 'gateway', 'nowhere'])).toMatchObject({ code: 2 })
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const created = await onPreprod('collection', 'create', '--file', file)
  const { id } = z.object({ id: z.string() }).parse(created.document)
  const folder = await makePrints(join(home.dir, 'prints'), count)
  const dryRun = ['import', folder, '--collection', id, '--dry-run'] as const
  expect(await onPreprod(...dryRun)).toMatchObject({ document: { local_images: count } })
  expect(await onPreprod(...dryRun, '--pin', 'kubo')).toMatchObject({
    document: { local_images: 0 },
  })
  const imported = await onPreprod('import', folder, '--collection', id, '--pin', 'kubo')
  expect(imported.code).toBe(0)

  const build = ['mint', 'build', '--collection', id, '--to', payout, '--yes'] as const
  const refused = await onPreprod(...build)
  expect(messageIn(refused.document)).toContain(
    `2 files of these tokens were not fetched through ${gateway.url}`,
  )
  expect(JSON.stringify(refused.document)).toContain('--accept-unfetched-images')
  expect(gateway.requests.length).toBe(count)

  const accepted = messageIn((await onPreprod(...build, '--accept-unfetched-images')).document)
  expect(accepted).toMatch(/ADA is still missing/u)
  expect(gateway.requests.length).toBe(count)

  for (const [cid, bytes] of kubo.pins) gateway.files.set(cid, bytes)
  const fetched = messageIn((await onPreprod(...build)).document)
  expect(fetched).not.toContain('not fetched')
  expect(gateway.requests.length).toBe(2 * count)
  await onPreprod(...build)
  expect(gateway.requests.length).toBe(2 * count)
})
