import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashSourceFile } from '#app/imports/pipeline/source.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'

const mebibyte = 1024 * 1024
const running = new AbortController().signal

const write = (length: number): { readonly path: string; readonly sha256: string } => {
  const folder = temporaryFolder()
  const path = join(folder, 'image')
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 10)) & 0xff)
  writeFileSync(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

describe('hashFile', () => {
  it.each([0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte + 5])(
    'gives the hash of a file of %i bytes',
    async (length) => {
      const { path, sha256 } = write(length)
      expect(await hashSourceFile(path, length, running)).toBe(sha256)
    },
  )

  it.each([0, 1000, 4 * mebibyte])(
    'gives the right hash when the stated size is %i bytes',
    async (size) => {
      const { path, sha256 } = write(2 * mebibyte)
      expect(await hashSourceFile(path, size, running)).toBe(sha256)
    },
  )

  it('hashing a file stops at once when it is cancelled', async () => {
    const { path } = write(10)
    const reason = new Error('enough')
    await expect(hashSourceFile(path, 10, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
