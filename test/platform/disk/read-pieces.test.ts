import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readAndSync, readPieces, readSmallFile } from '#platform/disk/read-pieces.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const longestPiece = 256 * 1024

let path = ''
beforeEach(() => {
  const folder = temporaryFolder()
  path = join(folder, 'file')
})

const bytesOf = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff))

const joined = async (bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) all.push(piece)
  return Buffer.concat(all)
}

describe('readSmallFile', () => {
  it.each([0, 1, 4096, longestPiece])('gives all of a file of %i bytes', (length) => {
    const bytes = bytesOf(length)
    writeFileSync(path, bytes)
    expect(bytes.equals(readSmallFile(path) ?? Buffer.of(0))).toBe(true)
  })

  it('leaves a longer file, and what is no file, to others', () => {
    writeFileSync(path, bytesOf(longestPiece + 1))
    expect(readSmallFile(path)).toBeUndefined()
    expect(readSmallFile(dirname(path))).toBeUndefined()
  })

  it.skipIf(process.platform === 'win32')('does not wait for the writer of a named pipe', () => {
    execFileSync('mkfifo', [path])
    expect(readSmallFile(path)).toBeUndefined()
  })
})

const readers = {
  readPieces: () => joined(readPieces(path)),
  readAndSync: () => readAndSync(path, joined),
}

describe.each(Object.entries(readers))('%s', (_name, read) => {
  it.each([0, 1, 4096, longestPiece - 1, longestPiece, longestPiece + 1, 3 * longestPiece])(
    'gives all of a file of %i bytes',
    async (length) => {
      const bytes = bytesOf(length)
      writeFileSync(path, bytes)
      expect(bytes.equals(await read())).toBe(true)
    },
  )
})

/** Changes the file when its first piece is there. */
const whileReading = async (change: () => void): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(path)) {
    if (pieces.length === 0) change()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

describe('A file that changes while it is read', () => {
  it('is read to its new end when it becomes longer', async () => {
    const [bytes, more] = [bytesOf(2 * longestPiece), bytesOf(10_000)]
    writeFileSync(path, bytes)
    const read = await whileReading(() => appendFileSync(path, more))
    expect(Buffer.concat([bytes, more]).equals(read)).toBe(true)
  })

  it('is read to its new end when it becomes shorter', async () => {
    writeFileSync(path, bytesOf(3 * longestPiece))
    const read = await whileReading(() => truncateSync(path, longestPiece + 10))
    expect(bytesOf(longestPiece + 10).equals(read)).toBe(true)
  })
})

it.skipIf(process.platform === 'win32')(
  'reads a pipe to its end, though its bytes come little by little',
  async () => {
    execFileSync('mkfifo', [path])
    spawn('sh', ['-c', `(printf hello; sleep 0.3; printf world) > '${path}'`])
    expect((await joined(readPieces(path))).toString()).toBe('helloworld')
  },
)

it('hands a finished file of one piece over whole, and a longer one in pieces', async () => {
  const isWhole = async (bytes: unknown) => bytes instanceof Uint8Array
  writeFileSync(path, bytesOf(longestPiece))
  expect(await readAndSync(path, isWhole)).toBe(true)
  appendFileSync(path, 'x')
  expect(await readAndSync(path, isWhole)).toBe(false)
})

it('tells of a reader that fails, and reads no more', async () => {
  writeFileSync(path, bytesOf(2 * longestPiece))
  const failing = readAndSync(path, async (bytes) => {
    for await (const piece of bytes instanceof Uint8Array ? [] : bytes)
      throw new Error(`enough after ${piece.length}`)
  })
  await expect(failing).rejects.toThrow(`enough after ${longestPiece}`)
})
