import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { type IpfsGateway, startIpfsGateway } from '../support/ipfs-gateway.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { mintImages } from '../support/mint-images.ts'

let home: TestHome
let kubo: KuboStandIn
let liar: IpfsGateway
let gateway: IpfsGateway

beforeEach(async () => {
  home = await TestHome.withVault()
  kubo = await startKuboStandIn()
  liar = await startIpfsGateway()
  gateway = await startIpfsGateway()
  await home.json(['pin', 'use', 'kubo', '--url', kubo.url])
})
afterEach(async () => {
  await kubo.close()
  await liar.close()
  await gateway.close()
  home.remove()
})

it('pin adopt keeps and pins what the tokens of a policy name, whatever made it, and goes on later', async () => {
  const own = await gateway.put(
    { own: Buffer.alloc(300_000, 'own') },
    { profile: 'unixfs-v0-2015' },
  )
  const raw = await gateway.put({ raw: Buffer.from('raw') }, { profile: 'unixfs-v1-2025' })
  const pages = await gateway.put(
    { '/d/1.png': Buffer.from('1'), '/d/2.png': Buffer.from('2') },
    { profile: 'unixfs-v0-2015' },
  )
  const sharded = await gateway.put(
    Object.fromEntries(
      Array.from({ length: 30 }, (_one, at) => [`/d/${at}.png`, Buffer.from(`${at}`)]),
    ),
    { shardSplitThresholdBytes: 0, profile: 'unixfs-v0-2015' },
  )
  const gone = 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51'
  for (const [cid, bytes] of gateway.blocks) liar.blocks.set(cid, bytes)
  liar.fault = 'lies'
  const policyId = await mintImages(home, [
    `ipfs://${own}`,
    `ipfs://${raw}`,
    `ipfs://${pages}/1.png`,
    `ipfs://${pages}/9.png`,
    `ipfs://${sharded}/7.png`,
    `ipfs://${gone}`,
  ])
  const adopt = ['pin', 'adopt', policyId, '--pin', 'kubo', '--gateway'] as const

  const lied = await home.json([...adopt, liar.url])
  expect(lied).toMatchObject({ code: 4, document: { cids: 5, files: 0, archives: 0 } })
  expect(JSON.stringify(lied.document)).toContain('gave other bytes than those of')
  expect(kubo.pins.size).toBe(0)

  const { code, stdout } = await home.run([
    ...adopt,
    liar.url,
    gateway.url,
    '--passphrase-file',
    home.passphraseFile,
  ])
  expect(code).toBe(4)
  expect(stdout).toContain('6 of 6 tokens read.')
  expect(stdout).toMatch(/4 of 5 CIDs kept on this computer .*: 1 whole file, 3 CAR archives\./u)
  expect(stdout).toContain(`${gone} is missing.`)
  expect(stdout).toContain('does not find')
  expect(stdout).toContain(`ipfs://${pages}/9.png leads nowhere`)
  expect(stdout).toContain('4 of 5 at kubo.')
  expect(new Set(kubo.pins.keys())).toEqual(new Set([own, raw, pages, sharded]))

  const asked = gateway.requests.length
  const imports = () => kubo.requests.filter(({ path }) => path.endsWith('/dag/import')).length
  expect(imports()).toBe(3)
  kubo.pins.delete(raw)
  const again = await home.json([...adopt, gateway.url])
  expect(again).toMatchObject({
    code: 4,
    document: {
      missing: [{ cid: gone }],
      places: [{ place: 'kubo', held: 4, repinned: 1, error: null }],
    },
  })
  expect(gateway.requests.length).toBe(asked + 1)
  expect(imports()).toBe(4)

  // the archives are on this computer, and nowhere else is asked
  const here = await home.json(['pin', 'adopt', policyId, '--gateway', gateway.url])
  expect(here).toMatchObject({ document: { places: [{ place: 'local', held: 4 }] } })
  rmSync(join(home.dir, 'content', 'archives'), { recursive: true })
  const lost = await home.json(['pin', 'adopt', policyId, '--gateway', gateway.url])
  expect(lost).toMatchObject({ document: { archives: 3, places: [{ held: 4 }] } })
})

it('pin adopt says what is wrong with a policy, a network or a gateway', async () => {
  const nobody = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
  expect(await home.json(['pin', 'adopt', nobody])).toMatchObject({
    code: 3,
    document: {
      error: { message: expect.stringContaining('Nothing was minted under the policy') },
    },
  })
  expect(await home.json(['pin', 'adopt', 'abc'])).toMatchObject({ code: 3 })
  expect(await home.json(['pin', 'adopt', nobody, '--gateway', 'nowhere'])).toMatchObject({
    code: 2,
  })
})
