import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Cid } from '#media/content/cid.ts'
import { openContentStore } from '#media/content/store.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'
import { generatedBytes } from '../../../support/generated-bytes.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'

const { signal } = new AbortController()

describe('with a service that reads slowly', () => {
  const size = 300_000_000
  // The buffers of both sockets and of the streams between: 26 MB where this was measured.
  const underWay = 80_000_000

  it('reads no more of the file than the service takes', async () => {
    const store = await openContentStore({ dir: temporaryFolder() })
    onTestFinished(() => store.close())
    const { cid } = await store.add(generatedBytes(size, 'slow'))
    let read = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of store.read(cid)) {
        read += chunk.length
        yield chunk
      }
    }
    const counting = {
      maxBytesOf: (of: Cid) => store.maxBytesOf(of),
      recover: (asked: Cid) => store.recover(asked),
      read: () => Readable.from(counted(), { highWaterMark: 1 }),
    }

    let taken = 0
    let farthestAhead = 0
    const receiveSlowly = async (message: IncomingMessage): Promise<void> => {
      let pauses = 0
      for await (const chunk of message) {
        taken += Buffer.byteLength(chunk)
        // Long enough for a sender without backpressure to read all of the file.
        if (taken > pauses * 100_000_000) {
          pauses += 1
          await delay(3000)
        }
        farthestAhead = Math.max(farthestAhead, read - taken)
      }
    }
    const server = await startLoopbackServer(async ({ path }, message, response) => {
      if (path.endsWith('/pin/ls')) return response.writeHead(200).end()
      await receiveSlowly(message)
      return response.end(JSON.stringify({ Name: cid, Hash: cid, Size: String(size) }))
    })

    // Less than the whole takes, more than any pause: the limit is on standing still.
    const pinner = createKuboPinner({ url: server.url, store: counting, timeoutMs: 8000 })
    await pinner.pin(cid, signal)
    expect(read).toBe(size)
    expect(taken).toBeGreaterThan(size)
    expect(farthestAhead).toBeGreaterThan(0)
    expect(farthestAhead).toBeLessThan(underWay)
    await server.close()
  })
})
