import { constants, existsSync } from 'node:fs'
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { platformErrors } from '#values/errors/platform-errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { textOf } from '#values/text/text-encoding.ts'
import { accessReason } from '#platform/disk/access-reason.ts'
import { diskError, systemCode } from '#platform/disk/disk-error.ts'
import { createFile, replaceFile } from '#platform/disk/durable-file.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { interrupted, interruption } from './terminal/interruption.ts'
import { Secret } from '#platform/secret/secret.ts'

/** A secret from a file: its content without the line break that editors put at its end. */
export const readSecretFile = async (path: string, what: string): Promise<Secret> => {
  const bytes = await readInput(path, what)
  const end = bytes.length - trailingBreak(bytes)
  const secret = Secret.ofBytes(Uint8Array.from(bytes.subarray(0, end)))
  bytes.fill(0)
  if (end === 0) throw new ColdpressError('usage', `The ${what} ${path} is empty.`)
  return secret
}

/** Whether a file can be read once more; a pipe or a terminal cannot. One that is not there is no pipe. */
export const canBeReadAgain = async (path: string): Promise<boolean> => {
  // On some systems these lead to a file, read from where the last reader stopped.
  if (/^\/(?:dev\/stdin$|dev\/fd\/|proc\/[^/]+\/fd\/)/u.test(resolve(path))) return false
  const details = await stat(path).catch(() => undefined)
  return details === undefined || details.isFile()
}

const trailingBreak = (bytes: Uint8Array): number => {
  if (bytes.at(-1) !== 0x0a) return 0
  return bytes.at(-2) === 0x0d ? 2 : 1
}

/**
 * A file, or a pipe, that the command line names. Ctrl-C ends the wait for a pipe.
 * @throws ColdpressError `usage` when it cannot be read, or nothing comes through the pipe
 */
export const readInput = async (
  path: string,
  what: string,
  // The longest file that is read whole; without a limit `/dev/zero` would fill the memory.
  maxBytes: number = limits.signingRequestBytes,
): Promise<Buffer> => {
  const signal = interruption()
  try {
    return await readBounded(path, { maxBytes, signal })
  } catch (error) {
    if (signal?.aborted === true) throw interrupted(error)
    throw new ColdpressError(
      'usage',
      `The ${what} ${path} cannot be read: ${accessReason(error)}.`,
      {
        cause: error,
      },
    )
  }
}

/** The text of {@link readInput}, in UTF-8 or UTF-16. */
export const readInputText = async (path: string, what: string): Promise<string> =>
  textOf(await readInput(path, what))

/** A file that is read more than once; a pipe can be read only once. @throws ColdpressError `usage` */
export const requireLastingFile = async (path: string): Promise<string> => {
  const absolute = await requireFile(path)
  if (await canBeReadAgain(absolute)) return absolute
  throw new ColdpressError('usage', `${path} is a pipe or a device. Name a file.`)
}

/** Rejects a folder where a file is expected. @throws ColdpressError `usage` */
const requireFile = async (path: string): Promise<string> => {
  if ((await stat(path)).isDirectory())
    throw new ColdpressError(
      'usage',
      `${path} is a folder. Name the files in it, such as ${path}/*`,
    )
  return resolve(path)
}

/** Whether this run was given `--replace`. A process runs one command. */
let mayReplace = false

export const allowReplacing = (): void => {
  mayReplace = true
}

/**
 * Writes a file in its own way, which may rename another one to it. An error about the path itself is
 * wrong usage.
 */
export const writeOutput = async <T>(
  path: string,
  write: (absolute: string) => Promise<T>,
): Promise<T> => {
  if (await isPipe(path))
    throw new ColdpressError('usage', `${path} is a pipe or a device. Name a file.`)
  return writeAt(path, write)
}

const writeAt = async <T>(path: string, write: (absolute: string) => Promise<T>): Promise<T> => {
  try {
    return await write(resolve(path))
  } catch (error) {
    const system = [error, error instanceof Error ? error.cause : undefined].find((candidate) =>
      isPathError(candidate),
    )
    if (system === undefined) throw diskError(error)
    throw new ColdpressError(
      'usage',
      `${path} cannot be written. Name a file in an existing folder that you can write to.`,
      { cause: error },
    )
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

const isPipe = async (path: string): Promise<boolean> =>
  !(await canBeReadAgain(path)) && !(await isFolder(path))

/** Writes bytes, whole or not at all; a pipe just gets them. Replaces no file without `--replace`. */
export const writeBytes = (path: string, bytes: Uint8Array): Promise<void> =>
  writeAt(path, async (absolute) => {
    if (await isPipe(path)) return writeFile(absolute, bytes)
    return mayReplace ? replaceFile(absolute, bytes) : createFile(absolute, bytes)
  })

export const writeText = (path: string, text: string): Promise<void> =>
  writeBytes(path, new TextEncoder().encode(text))

/**
 * Checks before long work that its result can be written, and replaces no file without `--replace`.
 * A pipe has nothing to replace.
 * @throws ColdpressError `usage`, `conflict`
 */
export const requireWritable = async (path: string): Promise<void> => {
  if (await isPipe(path)) return
  if (await isFolder(path))
    throw new ColdpressError('usage', `${path} is there already, as a folder. Choose another name.`)
  await requireWritableFolder(path)
  if (!mayReplace && existsSync(path))
    throw errorBy(
      platformErrors,
      'file_exists',
      {},
      `${path} is there already and was left as it is. Name another file, or add --replace.`,
    )
}

/** @throws ColdpressError `usage` */
export const requireWritableFolder = (path: string): Promise<void> =>
  writeAt(path, (absolute) => access(dirname(absolute), constants.W_OK))

const pathErrorCodes: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

const isPathError = (error: unknown): boolean => pathErrorCodes.has(systemCode(error))
