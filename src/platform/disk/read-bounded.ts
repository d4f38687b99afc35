import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from './disk-error.ts'

export type ReadLimits = {
  /** `/dev/zero` would fill the memory. */
  readonly maxBytes: number
  /** Ends the wait for a pipe. */
  readonly signal?: AbortSignal | undefined
  /** How long a named pipe may be without anybody who writes to it. */
  readonly noWriterMs?: number
  /** How long a pipe's writer may stay silent, such as a program that prompts its user. */
  readonly silenceMs?: number
  /** Refuses links, pipes, folders and devices, for a file that was found and not named. */
  readonly onlyFile?: boolean
}

/** How often a pipe is asked whether there is something. */
const pollMs = 25

/**
 * A whole file, or what a pipe gives. It may be a secret: the caller wipes it, and what it was put
 * together from is wiped here.
 * @throws what the system says, RangeError above `maxBytes`, and an Error in words for a silent pipe
 */
export const readBounded = async (path: string, limits: ReadLimits): Promise<Buffer> => {
  // Non-blocking: a pipe without a writer blocks neither this call nor the process's exit.
  const noLink = limits.onlyFile === true ? (constants.O_NOFOLLOW ?? 0) : 0
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLink)
  try {
    if (limits.onlyFile === true && !(await file.stat()).isFile())
      throw new Error('it is not an ordinary file')
    // A pipe of the shell (/dev/fd/63, /dev/stdin) had its writer before this process started.
    const mayGetWriter = (await file.stat()).isFIFO() && !/^\/(?:dev|proc)\//u.test(resolve(path))
    return await readAll(file, limits, mayGetWriter)
  } finally {
    await file.close()
  }
}

const readAll = async (
  file: FileHandle,
  { maxBytes, signal, noWriterMs = 10_000, silenceMs = 300_000 }: ReadLimits,
  mayGetWriter: boolean,
): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  let since = Date.now()
  try {
    for (;;) {
      const piece = Buffer.alloc(64 * 1024)
      pieces.push(piece)
      const bytesRead = await readOnce(file, piece)
      const silent = bytesRead === 'silent'
      if (silent || (bytesRead === 0 && length === 0 && mayGetWriter)) {
        pieces.pop()
        const patience = silent ? silenceMs : noWriterMs
        if (Date.now() - since > patience)
          throw new Error(
            `it is a pipe, and nothing came through it for ${patience / 1000} seconds`,
          )
        await sleep(pollMs, undefined, { signal })
        continue
      }
      if (bytesRead === 0) return Buffer.concat(pieces, length)
      since = Date.now()
      pieces.splice(-1, 1, piece.subarray(0, bytesRead))
      length += bytesRead
      if (length > maxBytes) throw new RangeError(`it is larger than ${maxBytes} bytes`)
    }
  } finally {
    for (const piece of pieces) piece.fill(0)
  }
}

/** `silent`: a writer has the pipe open and has written nothing yet. */
const readOnce = async (file: FileHandle, into: Buffer): Promise<number | 'silent'> => {
  try {
    return (await file.read(into)).bytesRead
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') return 'silent'
    throw error
  }
}
