import { spawn } from 'node:child_process'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { folderTest as it } from '../../../support/folder-test.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'

const gigabyte = 1024 ** 3

/** A node that counts what it is sent, keeps none of it, and has nothing pinned before. */
const startCountingNode = async () => {
  let received = 0
  const server = await startLoopbackServer(({ path }, request, response) => {
    const isAdd = path === '/api/v0/add'
    request.on('data', (bytes: Buffer) => {
      received += isAdd ? bytes.length : 0
    })
    request.on('end', () => {
      if (isAdd) {
        response.end(`${JSON.stringify({ Name: '0', Hash: expectedCid, Size: '0' })}\n`)
        return
      }
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ Message: `path is not pinned`, Code: 0, Type: 'error' }))
    })
  })
  return { server, received: () => received }
}

/** The last one that the process said: a node answers with it. */
let expectedCid = ''

it('A work of 2 GiB is hashed, stored under its CID, read back and pinned as a stream: memory stays flat', async ({
  folder,
}) => {
  const { server, received } = await startCountingNode()
  try {
    const peakOf = async (bytes: number) => {
      const file = join(folder, `${bytes}.mp4`)
      await writeFile(file, '')
      await truncate(file, bytes)
      const program = join(import.meta.dirname, 'large-work.process.ts')
      const child = spawn(process.execPath, [program, join(folder, 'content'), file, server.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.on('data', (said: Buffer) => {
        expectedCid = /Qm\w{44}/u.exec(said.toString())?.[0] ?? expectedCid
      })
      const lines = (await text(child.stdout)).trim().split('\n')
      return { sha256: lines[0], peak: Number(lines.at(-1)) }
    }
    const small = await peakOf(4 * 1024 ** 2)
    const before = received()
    const large = await peakOf(2 * gigabyte)
    expect(received() - before).toBeGreaterThan(2 * gigabyte)
    expect(large.sha256).toMatch(/^[0-9a-f]{64}$/u)
    expect(large.sha256).not.toBe(small.sha256)
    // Garbage that is not yet collected makes the difference, whatever the size.
    expect(small.peak).toBeGreaterThan(0)
    expect(large.peak - small.peak).toBeLessThan(260_000_000)
  } finally {
    await server.close()
  }
}, 600_000)
