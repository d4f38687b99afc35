import { expect } from 'vitest'
import { carBlocks } from '#media/content/car-blocks.ts'
import { image, openAdoptions } from '../app/adoptions/open-adoptions.ts'
import { folderTest as it } from '../support/folder-test.ts'

it.for([
  ['lies', 'gave other bytes than those of'],
  ['lacks blocks', 'sent blocks that are not part of it'],
  ['adds blocks', 'sent blocks that are not part of it'],
  ['never ends', 'sent the same blocks again'],
  ['hangs', 'did not answer in time'],
] as const)('nothing is stored of an IPFS gateway that %s', async ([fault, said], { folder }) => {
  const { ipfs, other, content, adopt } = await openAdoptions(folder)
  const cid = await ipfs.put({ '/d/1.png': image('1', 600_000) })
  ipfs.fault = fault
  const tokens = { one: { image: `ipfs://${cid}/1.png` } }
  const refused = await adopt(tokens)
  expect(refused).toMatchObject({ archives: 0, isWhole: false })
  expect(refused.missing).toMatchObject([{ cid, message: expect.stringContaining(said) }])
  expect(refused.missing[0]?.message).toContain('does not find')
  expect(content.archives.get(cid)).toBeUndefined()
  ipfs.fault = undefined
  for (const [name, bytes] of ipfs.blocks) other.blocks.set(name, bytes)
  expect(await adopt(tokens)).toMatchObject({ archives: 1, isWhole: true })
})

it('an archive with a block of gigabytes is refused before it is read', async () => {
  let read = 0
  async function* endless() {
    yield Buffer.from([1, 0xa0, 0xff, 0xff, 0xff, 0x0f])
    for (;;) yield Buffer.alloc((read += 65_536) && 65_536)
  }
  const all = async () => {
    for await (const block of carBlocks(endless())) expect(block).toBeUndefined()
  }
  await expect(all()).rejects.toThrow('impossible length')
  expect(read).toBeLessThan(200_000)
})
