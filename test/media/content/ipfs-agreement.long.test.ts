import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type KuboRPCClient } from 'kubo-rpc-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cidObject, cidOf } from '#media/content/cid.ts'
import { openContentStore } from '#media/content/store.ts'
import { generatedBytes } from '../../support/generated-bytes.ts'
import { type IpfsPeer, startIpfsPeer } from '../../support/ipfs-peer.ts'

let peer: IpfsPeer
let client: KuboRPCClient

beforeAll(async () => {
  peer = await startIpfsPeer()
  client = create({ url: peer.api })
})

afterAll(() => peer.stop())

describe('our CIDs are those of a real IPFS node', () => {
  const chunk = 262_144
  const links = 174 * chunk

  it.each([
    0,
    1,
    chunk - 1,
    chunk,
    chunk + 1,
    2 * chunk,
    links - 1,
    links,
    links + 1,
    links + chunk + 1,
    300_000_000,
  ])('a CID is that of a real IPFS node for %i bytes', async (size) => {
    const options = {
      onlyHash: true,
      cidVersion: 0,
      rawLeaves: false,
      chunker: 'size-262144',
    } as const
    const theirs = await client.add(generatedBytes(size, 'agree'), options)
    expect(await cidOf(generatedBytes(size, 'agree'))).toBe(theirs.cid.toString())
  })
})

const sha256Of = async (source: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}

describe('a CAR file of ours', () => {
  it('is imported by a real IPFS node, which then has the same files', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'coldpress-car-'))
    const store = await openContentStore({ dir })
    const files = [
      await store.add(generatedBytes(5_000_000, 'one')),
      await store.add(generatedBytes(262_145, 'two')),
      await store.add(generatedBytes(12, 'three')),
      await store.add(new Uint8Array()),
    ]
    const target = join(dir, 'collection.car')
    await store.exportCar(
      files.map(({ cid }) => cid),
      target,
    )

    const roots: string[] = []
    for await (const { root } of client.dag.import([createReadStream(target)])) {
      expect(root.pinErrorMsg).toBeFalsy()
      roots.push(root.cid.toString())
    }
    expect(roots.toSorted()).toEqual(files.map(({ cid }) => cid as string).toSorted())
    for (const { cid, sha256 } of files)
      expect(await sha256Of(client.cat(cidObject(cid)))).toBe(sha256)

    store.close()
    await rm(dir, { recursive: true, force: true })
  })
})
