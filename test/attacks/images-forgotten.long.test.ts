import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const count = 12
const created = z.object({ id: z.string() })
const imported = z.object({ added: z.number(), already: z.number() })
const verified = z.object({ files: z.number(), sound: z.number(), damaged: z.array(z.string()) })

let home: TestHome
let folder: string
let collection: string

beforeEach(async () => {
  home = await TestHome.withVault()
  folder = await makePrints(join(home.dir, 'prints'), count)
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const { document } = await home.json(['collection', 'create', '--file', file])
  collection = created.parse(document).id
  await runImport()
})

afterEach(() => home.remove())

const runImport = async () => {
  const { code, document } = await home.json(['import', folder, '--collection', collection])
  expect(code).toBe(0)
  return imported.parse(document)
}

const verify = async () => {
  const { code, document } = await home.json(['pin', 'verify'])
  return { code, ...verified.parse(document) }
}

const exportCar = () => home.run(['pin', 'export-car', '--out', join(home.dir, 'images.car')])

const objects = (): readonly string[] => {
  const top = join(home.dir, 'content', 'objects')
  return readdirSync(top).flatMap((shard) =>
    readdirSync(join(top, shard)).map((name) => join(top, shard, name)),
  )
}

const dropIndex = (): void => {
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(home.dir, 'content', `index.db${ending}`), { force: true })
}

/** One flipped bit, as on a failing disk: length and time stay the same. */
const flipBit = (path: string): void => {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** The damage stays named until an import has repaired it. */
const expectRepair = async (damaged: number): Promise<void> => {
  expect(await exportCar()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`${damaged} of ${count} files are damaged or gone`),
  })
  for (let time = 0; time < 2; time += 1) {
    const found = await verify()
    expect(found).toMatchObject({ code: 3, files: count, sound: count - damaged })
    expect(found.damaged).toHaveLength(damaged)
  }
  expect(await exportCar()).toMatchObject({ code: 3 })
  expect(await runImport()).toEqual({ added: 0, already: count })
  expect(await verify()).toEqual({ code: 0, files: count, sound: count, damaged: [] })
  expect(await exportCar()).toMatchObject({ code: 0 })
}

it('flipped bytes of stored images stay named until an import stores them again', async () => {
  for (const path of objects().slice(0, 3)) flipBit(path)
  await expectRepair(3)
})

it('deleted images stay named until an import stores them again', async () => {
  for (const path of objects().slice(0, 3)) rmSync(path)
  await expectRepair(3)
})

it('an import alone finds flipped bytes and stores the images again', async () => {
  for (const path of objects()) flipBit(path)
  expect(await runImport()).toEqual({ added: 0, already: count })
  expect(await verify()).toMatchObject({ code: 0, sound: count })
})

it('a deleted index is made again from the files, and forgets no image', async () => {
  dropIndex()
  expect(await verify()).toEqual({ code: 0, files: count, sound: count, damaged: [] })
  dropIndex()
  expect(await exportCar()).toMatchObject({ code: 0 })
  dropIndex()
  expect((await home.run(['pin', 'list'])).stdout.match(/^Qm/gmu)).toHaveLength(count)
})

it('what is lost with the index and the images is named by the journal of the import', async () => {
  dropIndex()
  rmSync(join(home.dir, 'content', 'objects'), { recursive: true })
  await expectRepair(count)
})
