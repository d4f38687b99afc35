import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { folderTest as test } from '../../support/folder-test.ts'

const fifo = (folder: string, name: string): string => {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  return path
}

describe('readBounded', () => {
  test('reads a file whole, also an empty one', async ({ folder }) => {
    const path = join(folder, 'file')
    writeFileSync(path, 'x'.repeat(200_000))
    expect(await readBounded(path, { maxBytes: 200_000 })).toHaveLength(200_000)
    writeFileSync(path, '')
    expect(await readBounded(path, { maxBytes: 1 })).toHaveLength(0)
  })

  test('refuses more than its limit, also of what never ends', async () => {
    await expect(readBounded('/dev/zero', { maxBytes: 1_000_000 })).rejects.toThrow(
      /larger than 1000000 bytes/u,
    )
  })

  test('gives up a pipe that nobody opens, and one whose writer is silent', async ({ folder }) => {
    const path = fifo(folder, 'silent')
    const limits = { maxBytes: 10, noWriterMs: 100, silenceMs: 300 }
    await expect(readBounded(path, limits)).rejects.toThrow(/nothing came through it for 0\.1/u)
    const reading = readBounded(path, { ...limits, noWriterMs: 60_000 })
    const writer = await open(path, 'w')
    await expect(reading).rejects.toThrow(/nothing came through it for 0\.3/u)
    await writer.close()
  })

  test('reads a pipe piece by piece until its writer closes it', async ({ folder }) => {
    const path = fifo(folder, 'pieces')
    const reading = readBounded(path, { maxBytes: 10 })
    const writer = await open(path, 'w')
    for (const piece of ['a', 'b', 'c']) await writer.write(piece)
    await writer.close()
    expect(String(await reading)).toBe('abc')
  })

  test('ends its wait at a signal', async ({ folder }) => {
    const controller = new AbortController()
    const reading = readBounded(fifo(folder, 'aborted'), {
      maxBytes: 10,
      signal: controller.signal,
    })
    controller.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
