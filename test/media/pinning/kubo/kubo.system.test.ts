import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cid } from '#media/content/cid.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { collect, generatedBytes } from '../../../support/generated-bytes.ts'
import { type IpfsPeer, startIpfsPeer } from '../../../support/ipfs-peer.ts'

const { signal } = new AbortController()
let dir: string
let store: ContentStore

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'coldpress-kubo-'))
  store = await openContentStore({ dir })
})

afterEach(async () => {
  store.close()
  await rm(dir, { recursive: true, force: true })
})

describe('with a real IPFS node', () => {
  let peer: IpfsPeer

  beforeAll(async () => {
    peer = await startIpfsPeer()
  })

  afterAll(() => peer.stop())

  const fromGateway = async (cid: Cid): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${peer.gateway}/ipfs/${cid}`)).arrayBuffer())

  it.each([0, 1, 262_145, 5_000_000])('pins a file of %i bytes and serves it', async (size) => {
    const { cid } = await store.add(generatedBytes(size, 'pinned'))
    const pinner = createKuboPinner({ url: peer.api, store })
    await pinner.test(signal)
    expect(await pinner.state(cid, signal)).toBe('unpinned')
    await pinner.pin(cid, signal)
    expect(await pinner.state(cid, signal)).toBe('sound')
    expect(await fromGateway(cid)).toEqual(await collect(store.read(cid)))
  })

  it('sends nothing the second time', async () => {
    const { cid } = await store.add(generatedBytes(1000, 'twice'))
    let readings = 0
    const counting = {
      maxBytesOf: (of: Cid) => store.maxBytesOf(of),
      recover: (asked: Cid) => store.recover(asked),
      read(asked: Cid) {
        readings += 1
        return store.read(asked)
      },
    }
    const pinner = createKuboPinner({ url: peer.api, store: counting })
    await pinner.pin(cid, signal)
    await pinner.pin(cid, signal)
    expect(readings).toBe(1)
  })

  // Fault 7 of docs/faults.md.
  it('completes what was broken off in the middle', async () => {
    const { cid } = await store.add(generatedBytes(20_000_000, 'broken off'))
    const controller = new AbortController()
    async function* half(): AsyncGenerator<Uint8Array> {
      let sent = 0
      for await (const chunk of store.read(cid)) {
        yield chunk
        sent += chunk.length
        if (sent > 10_000_000) controller.abort()
      }
    }
    const breaking = {
      maxBytesOf: (of: Cid) => store.maxBytesOf(of),
      recover: (asked: Cid) => store.recover(asked),
      read: () => Readable.from(half()),
    }
    const first = createKuboPinner({ url: peer.api, store: breaking }).pin(cid, controller.signal)
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })

    const pinner = createKuboPinner({ url: peer.api, store })
    expect(await pinner.state(cid, signal)).toBe('unpinned')
    await pinner.pin(cid, signal)
    expect(await pinner.state(cid, signal)).toBe('sound')
  })

  it('is unreachable once the node has gone', async () => {
    const short = await startIpfsPeer()
    const pinner = createKuboPinner({ url: short.api, store })
    await pinner.test(signal)
    await short.stop()
    await expect(pinner.test(signal)).rejects.toMatchObject({ code: 'unreachable' })
  })
})
