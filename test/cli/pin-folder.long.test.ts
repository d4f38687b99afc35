import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarReader } from '@ipld/car/reader'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { startKuboStandIn } from '../support/kubo-stand-in.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const count = 3
const made = z.object({ cid: z.string(), path: z.string() })

it('a collection is one folder: at a node, as an archive, and found by others where somebody may be asked', async () => {
  const home = await TestHome.withVault()
  const kubo = await startKuboStandIn()
  onTestFinished(async () => {
    await kubo.close()
    home.remove()
  })
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const created = await home.json(['collection', 'create', '--file', file])
  const { id } = z.object({ id: z.string() }).parse(created.document)
  await home.json(['pin', 'use', 'kubo', '--url', kubo.url])
  const folder = await makePrints(join(home.dir, 'prints'), count)
  await home.json(['import', folder, '--collection', id])
  const make = ['pin', 'folder', herbarium.name] as const

  const lacking = await home.json([...make, '--pin', 'kubo'])
  expect(JSON.stringify(lacking.document)).toContain('3 files of Herbarium are not pinned at kubo')
  expect(kubo.folders.size).toBe(0)

  await home.json(['pin', 'repair', '--pin', 'kubo'])
  const out = join(home.dir, 'herbarium.car')
  const { code, document } = await home.json([...make, '--pin', 'kubo', '--out', out])
  const { cid, path } = made.parse(document)
  expect({ code, document }).toMatchObject({
    code: 0,
    document: {
      files: count,
      files_elsewhere: 0,
      places: [{ place: 'kubo', cid, is_same: true }],
      archive: { file: out },
    },
  })
  expect(path).toBe(`/Coldpress/Herbarium-${id}`)
  expect([...(kubo.folders.get(path)?.keys() ?? [])]).toEqual([
    'Print1.png',
    'Print2.png',
    'Print3.png',
  ])
  expect([...kubo.folders.keys()]).toEqual([path])
  expect(kubo.names).toContain(herbarium.name)
  const car = await CarReader.fromBytes(readFileSync(out))
  expect((await car.getRoots()).map(String)).toEqual([cid])

  expect(await home.json([...make, '--pin', 'local'])).toMatchObject({
    document: { error: { message: expect.stringContaining('local has no view of files') } },
  })

  const find = ['pin', 'find', cid, '--pin', 'kubo'] as const
  expect(await home.json(find)).toMatchObject({
    code: 3,
    document: {
      answers: [{ asked: 'kubo', is_found: false, text: expect.stringContaining('offline') }],
    },
  })
  const routing = await startLoopbackServer((_request, _message, response) =>
    response.end(JSON.stringify({ Providers: [{ ID: 'peer' }] })),
  )
  onTestFinished(() => routing.close())
  expect(await home.json(['pin', 'routing'])).toMatchObject({ document: { endpoint: null } })
  await home.json(['pin', 'routing', routing.url])
  expect(await home.json(find)).toMatchObject({
    code: 0,
    document: { answers: [{ asked: 'kubo' }, { asked: routing.url, is_found: true }] },
  })
  expect(await home.json(['pin', 'routing', 'none'])).toMatchObject({
    document: { endpoint: null },
  })
  expect(routing.requests).toHaveLength(1)
})
