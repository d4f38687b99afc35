import { rmSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { cidOfMultihash } from '#media/content/cid.ts'
import { TestHome } from '../support/coldpress.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { runInTerminal } from '../support/terminal.ts'

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
  expect(stdout).toContain(`${count} of ${count} images are at kubo.`)
  expect([...kubo.names].join(' ')).toContain(`${herbarium.name}: `)
})

it('pin repair sends what pin verify names, and brings damaged files back', async () => {
  await runImport()
  // Two different files, in the order in which they arrived: what is gone at both ends is lost.
  const [lost = '', damaged = ''] = kubo.pins.keys()
  kubo.pins.delete(lost)
  const objects = join(home.dir, 'content', 'objects')
  const name = readdirSync(objects, { encoding: 'utf8', recursive: true }).find(
    (path) => cidOfMultihash(basename(path)) === damaged,
  )
  rmSync(join(objects, name ?? ''))
  const found = await home.json(['pin', 'verify', '--pin', 'kubo'])
  expect(found).toMatchObject({
    code: 3,
    document: { files: count, unpinned: [lost], damaged: [damaged] },
  })
  const repaired = await home.json(['pin', 'repair', '--pin', 'kubo'])
  expect(repaired).toMatchObject({ code: 0, document: { sound: count, unpinned: [] } })
  expect(await run('pin', 'repair', '--pin', 'kubo')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing to repair'),
  })
})

it('pin repair goes on after an image that the place stores under a foreign CID', async () => {
  await runImport()
  const [foreign = '', lost = ''] = kubo.pins.keys()
  kubo.pins.delete(foreign)
  kubo.pins.delete(lost)
  const other = [...kubo.pins.keys()][0] ?? ''
  let adds = 0
  kubo.refuse = (call, response) => {
    if (call !== 'add' || (adds += 1) > 1) return false
    response.end(`${JSON.stringify({ Name: '0', Hash: other, Size: '1' })}\n`)
    return true
  }
  const { code, stdout } = await run('pin', 'repair', '--pin', 'kubo')
  expect(code).toBe(4)
  expect(stdout).toContain('1 file sent again.')
  expect(stdout).toContain('under another name')
  kubo.refuse = (call, response) => {
    if (call !== 'add') return false
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Message: 'write: no space left on device' }))
    return true
  }
  const full = await run('pin', 'repair', '--pin', 'kubo')
  expect(full.code).toBe(4)
  expect(full.stdout).toContain('no space left on device')
  expect(full.stdout).toContain('is not pinned at kubo.')
})

it('an import resumed after another address was given is not done before all images are there', async () => {
  await runImport()
  const other = await startKuboStandIn()
  await run('pin', 'use', 'kubo', '--url', other.url)
  const { code, stdout } = await runImport()
  await other.close()
  expect(code).toBe(0)
  expect(stdout).toContain(`${count} of ${count} images are at kubo.`)
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

it('pin use names a place that does not speak TLS, and one that answers nothing but 200', async () => {
  const server = await startLoopbackServer((_request, message, response) => {
    message.resume()
    response.end()
  })
  onTestFinished(() => server.close())
  const use = async (url: string): Promise<string> => {
    const { code, document } = await home.json(['pin', 'use', 'node', '--url', url])
    expect(code).not.toBe(0)
    return JSON.stringify(document)
  }
  expect(await use(server.url.replace('http:', 'https:'))).toContain('does not speak TLS there')
  expect(await use(server.url)).toContain('gave no usable answer')
})

it.runIf(process.platform === 'linux')(
  'pin use asks for `user:password` once a node refuses a call without it',
  async () => {
    const header = `Basic ${Buffer.from('name:planted-password').toString('base64')}`
    kubo.refuse = (_call, response) => {
      if (response.req.headers.authorization === header) return false
      response.writeHead(401).end('no')
      return true
    }
    const use = ['pin', 'use', 'node', '--url', kubo.url, '--passphrase-file', home.passphraseFile]
    const { code, screen } = await runInTerminal(home, use, [
      ['Access token: ', 'name:planted-password\n'],
    ])
    expect(code, screen).toBe(0)
    expect(screen).toContain('node took a file, listed it and gave it back.')
    expect(screen).not.toContain('planted-password')
    expect(
      (await home.json(['pin', 'add', join(folder, readdirSync(folder)[0] ?? ''), '--pin', 'node']))
        .code,
    ).toBe(0)
  },
)
