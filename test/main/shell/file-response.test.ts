import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileResponse, partBytes } from '#main/shell/file-response.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const asked = (range?: string) => ({
  headers: new Headers(range === undefined ? {} : { range }),
})

describe('a file that a player asks for in parts', () => {
  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=5-2', 416, '', 'bytes */10'],
    ['bytes=-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['lines=1-2', 416, '', 'bytes */10'],
  ])('%s is answered with %i and %j', async (range, status, body, contentRange) => {
    const folder = temporaryFolder()
    await writeFile(join(folder, 'x'), '0123456789')
    const response = await fileResponse(join(folder, 'x'), asked(range), {})
    expect(response?.status).toBe(status)
    expect(await response?.text()).toBe(body)
    expect(response?.headers.get('content-range')).toBe(contentRange)
  })

  it('is whole without a range, and says that parts can be asked for', async () => {
    const folder = temporaryFolder()
    await writeFile(join(folder, 'x'), '0123456789')
    const response = await fileResponse(join(folder, 'x'), asked(), { 'x-own': 'kept' })
    expect([response?.status, await response?.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'x-own': 'kept',
    })
  })

  it('gives at most one part of a large file at a time', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'film')
    await writeFile(path, '')
    await truncate(path, 3 * 1024 ** 3)
    const response = await fileResponse(path, asked('bytes=1000-'), {})
    expect(response?.headers.get('content-length')).toBe(String(partBytes))
    expect(response?.headers.get('content-range')).toBe(
      `bytes 1000-${1000 + partBytes - 1}/${3 * 1024 ** 3}`,
    )
    expect((await response?.arrayBuffer())?.byteLength).toBe(partBytes)
  })

  it('is not there where there is none, or a folder', async () => {
    const folder = temporaryFolder()
    expect(await fileResponse(join(folder, 'none'), asked(), {})).toBeUndefined()
    expect(await fileResponse(folder, asked(), {})).toBeUndefined()
  })
})
