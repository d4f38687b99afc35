import { appendFileSync, readdirSync, readFileSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { CID } from 'multiformats/cid'
import { expect, onTestFinished } from 'vitest'
import { linksOf } from '#media/content/block.ts'
import { carBlocks } from '#media/content/car-blocks.ts'
import { type AnyCid, anyCidOf, cidObject } from '#media/content/cid.ts'
import { PartialDag } from '#media/content/partial-dag.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { startIpfsGateway } from '../../support/ipfs-gateway.ts'

const roomy = { bytes: 1_000_000, blocks: 1_000, depth: 8 }

/** A folder of small files: its blocks in the order in which a gateway sends them. */
const sampleDag = async (): Promise<readonly (readonly [CID, Uint8Array])[]> => {
  const gateway = await startIpfsGateway()
  onTestFinished(() => gateway.close())
  const root = await gateway.put(
    Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/d/e/${n}.png`, Buffer.alloc(100, `${n}`)])),
  )
  const blocks: [CID, Uint8Array][] = []
  const walk = (cid: CID): void => {
    const bytes = gateway.blocks.get(anyCidOf(cid)) ?? new Uint8Array()
    blocks.push([cid, bytes])
    for (const link of linksOf(cid, bytes)) walk(link)
  }
  walk(cidObject(root))
  return blocks
}

const rootOf = ([first]: readonly (readonly [CID, Uint8Array])[]): AnyCid =>
  anyCidOf(first?.[0] ?? CID.parse('bafkqaaa'))

const addTo = async (
  dag: PartialDag,
  blocks: readonly (readonly [CID, Uint8Array])[],
): Promise<void> => {
  for (const [cid, bytes] of blocks) await dag.add(cid, bytes)
}

it('blocks that are damaged or cut on the disk are asked for again, and no others', async ({
  folder,
}) => {
  const blocks = await sampleDag()
  const root = rootOf(blocks)
  const first = await PartialDag.open(folder, root, roomy)
  await addTo(first, blocks.slice(0, 4))
  await first.close()
  truncateSync(first.path, readFileSync(first.path).length - 10)
  const cut = await PartialDag.open(folder, root, roomy)
  expect(cut.blocks).toBe(3)
  expect(cut.nextMissing()).toBe(anyCidOf(blocks[3]?.[0] ?? CID.parse('bafkqaaa')))
  await cut.close()
  appendFileSync(cut.path, Buffer.from('nonsense that is no block'))
  const whole = await PartialDag.open(folder, root, roomy)
  expect(whole.blocks).toBe(3)
  await addTo(whole, blocks.slice(3))
  expect(whole.nextMissing()).toBeUndefined()
  const target = join(folder, 'whole.car')
  await whole.moveTo(target)
  const found: string[] = []
  async function* file() {
    yield readFileSync(target)
  }
  for await (const { cid } of carBlocks(file())) found.push(anyCidOf(cid))
  expect(found).toEqual(blocks.map(([cid]) => anyCidOf(cid)))
})

it('a process that ended leaves its blocks to the next, and one that runs keeps them', async ({
  folder,
}) => {
  const blocks = await sampleDag()
  const root = rootOf(blocks)
  const dag = await PartialDag.open(folder, root, roomy)
  await addTo(dag, blocks.slice(0, 2))
  await dag.close()
  const [name = ''] = readdirSync(folder)
  const nobody = 2 ** 22 + 1
  const of = (pid: number) => join(folder, name.replace(`.${process.pid}.`, `.${pid}.`))
  renameSync(join(folder, name), of(process.ppid))
  await expect(PartialDag.open(folder, root, roomy)).rejects.toMatchObject({ code: 'conflict' })
  renameSync(of(process.ppid), of(nobody))
  const next = await PartialDag.open(folder, root, roomy)
  expect(next.blocks).toBe(2)
  await next.remove()
  expect(readdirSync(folder)).toEqual([])
})

it.for([
  ['bytes', { ...roomy, bytes: 200 }, 'more than 200 bytes'],
  ['blocks', { ...roomy, blocks: 3 }, 'more than 3 blocks'],
  ['levels', { ...roomy, depth: 1 }, 'more than 1 levels'],
] as const)('no more %s are taken than allowed', async ([, limits, said], { folder }) => {
  const blocks = await sampleDag()
  const dag = await PartialDag.open(folder, rootOf(blocks), limits)
  await expect(addTo(dag, blocks)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining(said),
  })
  await dag.close()
})

it('a block that none before it links is refused', async ({ folder }) => {
  const blocks = await sampleDag()
  const dag = await PartialDag.open(folder, rootOf(blocks), roomy)
  const [cid, bytes] = blocks.at(-1) ?? [CID.parse('bafkqaaa'), new Uint8Array()]
  await expect(dag.add(cid, bytes)).rejects.toMatchObject({ details: { rule: 'foreign_block' } })
  await dag.close()
  expect(readdirSync(folder)).toEqual([])
})
