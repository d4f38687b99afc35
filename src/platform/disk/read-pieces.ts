import { closeSync, constants, fdatasync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { diskError } from './disk-error.ts'
import { driveReads } from './drive-reads.ts'

const longestPiece = 256 * 1024
const afterTheEnd = 4096

/** The bytes of a file, or what a pipe gives. @throws the system's error when it cannot be read. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* await piecesOfFile(file, (call) => call())
  } finally {
    await file.close()
  }
}

/**
 * The bytes of a file in one of the user's folders.
 * @throws as {@link readPieces}, and as {@link DriveReads.read} for a drive that does not answer
 */
export async function* readPiecesOfDrive(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ask = <T>(call: () => Promise<T>, onLate?: (late: T) => void): Promise<T> =>
    driveReads.read(path, call, { signal }, onLate)
  const file = await ask(
    () => open(path),
    (late) => void late.close(),
  )
  let isRead = false
  try {
    yield* await piecesOfFile(file, ask)
    isRead = true
  } finally {
    // one that is not read may not be closed either: its drive need not answer
    const closed = file.close()
    if (isRead) await ask(() => closed)
    else closed.catch(() => undefined)
  }
}

/** @param ask makes each call of the system */
const piecesOfFile = async (
  file: FileHandle,
  ask: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<AsyncGenerator<Uint8Array>> => {
  const details = await ask(() => file.stat())
  return piecesOf(
    details.isFile() ? details.size : undefined,
    async (buffer) => (await ask(() => file.read(buffer))).bytesRead,
  )
}

/**
 * All bytes of a file of the data folder that fits in a piece: one reading without the threads that would do it,
 * which cost ten times as much. Undefined for any other.
 * @throws the system's error when it cannot be opened or read
 */
export const readSmallFile = (path: string): Uint8Array | undefined => {
  // a named pipe without a writer would keep its opener waiting
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const details = fstatSync(descriptor)
    return details.isFile() ? wholeOf(descriptor, details.size) : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** All `size` bytes of a file; undefined where they are more than a piece, or it has others by now. */
const wholeOf = (descriptor: number, size: number): Uint8Array | undefined => {
  if (size > longestPiece) return undefined
  const buffer = Buffer.allocUnsafe(size + 1)
  const filled = readSync(descriptor, buffer, 0, buffer.length, 0)
  return filled === size ? buffer.subarray(0, filled) : undefined
}

const dataSynced = promisify(fdatasync)

/**
 * Reads a finished file that another has written a moment ago, and brings its bytes to the disk, in
 * one opening. They are still in the system's memory, so reading them is quicker than waking the
 * thread that would: only the disk is waited for. What fits in a piece comes whole; between two pieces
 * others have their turn.
 * @throws ColdpressError `disk_full`; whatever `read` throws
 */
export const readAndSync = async <T>(
  path: string,
  read: (bytes: Uint8Array | AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const descriptor = openSync(path, 'r+')
  let isOpen = true
  try {
    const { size } = fstatSync(descriptor)
    let isFirst = true
    const pieces = async (buffer: Buffer) => {
      if (!isFirst) await turn()
      isFirst = false
      // its number may be another file's by now
      return isOpen ? readSync(descriptor, buffer) : 0
    }
    const result = await read(wholeOf(descriptor, size) ?? piecesOf(size, pieces))
    await dataSynced(descriptor)
    return result
  } catch (error) {
    throw diskError(error)
  } finally {
    isOpen = false
    closeSync(descriptor)
  }
}

/**
 * Each piece in a buffer of its own length. A stream's buffers are all of the same length, mostly
 * empty for a small file: thousands of them keep the garbage collector busy. The last one asks for
 * a byte more than the file is said to hold: when that does not come this is the end, and nobody
 * need ask again.
 * @param size undefined for what is no file: only a read of nothing ends it
 * @param fill answers how many bytes came, 0 at the end
 */
async function* piecesOf(
  size: number | undefined,
  fill: (buffer: Buffer) => Promise<number>,
): AsyncGenerator<Uint8Array> {
  let left = size ?? Infinity
  for (;;) {
    const buffer = Buffer.allocUnsafe(left < 0 ? afterTheEnd : Math.min(left + 1, longestPiece))
    const filled = await fill(buffer)
    left -= filled
    if (filled > 0) yield buffer.subarray(0, filled)
    if (filled === 0 || (left <= 0 && filled < buffer.length)) return
  }
}
