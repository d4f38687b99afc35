import { rmSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const count = 5
const created = z.object({ id: z.string() })

let home: TestHome
let kubo: KuboStandIn
let folder: string
let collection: string

beforeEach(async () => {
  home = await TestHome.withVault()
  kubo = await startKuboStandIn()
  folder = await makePrints(join(home.dir, 'prints'), count)
  const file = home.file('collection.json', JSON.stringify(herbarium))
  collection = created.parse(
    (await home.json(['collection', 'create', '--file', file])).document,
  ).id
  await run('pin', 'use', 'kubo', '--url', kubo.url)
})

afterEach(async () => {
  await kubo.close()
  home.remove()
})

const run = (...args: readonly string[]) =>
  home.run([...args, '--passphrase-file', home.passphraseFile])
const runImport = () => run('import', folder, '--collection', collection, '--pin', 'kubo')

it('an import ends with a line for its place, and names its pins', async () => {
  const { code, stdout } = await runImport()
  expect(code).toBe(0)
  expect(stdout).toContain(`${count} of ${count} images at kubo.`)
  expect([...kubo.names].join(' ')).toContain(`${herbarium.name}: `)
})

it('pin repair sends what pin verify names, and brings damaged files back', async () => {
  await runImport()
  const [lost] = kubo.pins.keys()
  kubo.pins.delete(lost ?? '')
  const objects = join(home.dir, 'content', 'objects')
  const [shard = ''] = readdirSync(objects)
  const [name = ''] = readdirSync(join(objects, shard))
  rmSync(join(objects, shard, name))
  const found = await home.json(['pin', 'verify', '--pin', 'kubo'])
  expect(found).toMatchObject({ code: 4, document: { files: count, unpinned: [lost] } })
  const repaired = await home.json(['pin', 'repair', '--pin', 'kubo'])
  expect(repaired).toMatchObject({ code: 0, document: { sound: count, unpinned: [] } })
  expect(await run('pin', 'repair', '--pin', 'kubo')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing to repair'),
  })
})

it('an import resumed after another address was given is not done before all images are there', async () => {
  await runImport()
  const other = await startKuboStandIn()
  await run('pin', 'use', 'kubo', '--url', other.url)
  const { code, stdout } = await runImport()
  await other.close()
  expect(code).toBe(0)
  expect(stdout).toContain(`${count} of ${count} images at kubo.`)
  expect(other.pins.size).toBe(count)
})

it("the node's own words are in text and in --json", async () => {
  kubo.refuse = (call, response) => {
    if (call !== 'add') return false
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Message: 'write: no space left on device' }))
    return true
  }
  const { stdout, stderr } = await runImport()
  expect(`${stdout}${stderr}`).toContain('no space left on device')
  const { document } = await home.json(['import', 'status'])
  expect(JSON.stringify(document)).toContain('no space left on device')
  const again = await home.json([
    'pin',
    'add',
    join(folder, readdirSync(folder)[0] ?? ''),
    '--pin',
    'kubo',
  ])
  expect(JSON.stringify(again.document)).toContain('no space left on device')
})
