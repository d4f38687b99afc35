import type { z } from 'zod'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import { limits } from '#shared/limits.ts'
import { printable } from '#shared/printable.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { FormatSource } from './format.ts'

/** Files that are opened at once: one by one, ten thousand take several seconds. */
const maxConcurrent = 32

/** A token's metadata has some kilobytes; a file of many has its own limit. */
const maxTokenBytes = 1024 ** 2

/**
 * A JSON file of the folder. It may come from anybody: its size, its depth and its types are
 * limited, and no text of it is repeated in an error.
 * @throws ColdpressError `invalid` with the file, what is wrong and where
 */
export const readJson = async <T extends z.ZodType>(
  source: FormatSource,
  { path, name, size }: Pick<FileEntry, 'path' | 'name' | 'size'>,
  schema: T,
  maxBytes = maxTokenBytes,
): Promise<z.output<T>> => {
  const file = printable(name)
  if (size > maxBytes)
    throw badJson(file, `it has ${size} bytes, and such a file has at most ${maxBytes}.`)
  const parsed = schema.safeParse(parseJson(file, await source.bytesOf(path)))
  if (parsed.success) return parsed.data
  throw badJson(file, `${printable(describeIssues(parsed.error))}.`)
}

/** Undefined for what cannot be read that way, to tell formats apart. */
export const tryJson = async <T extends z.ZodType>(
  ...given: Parameters<typeof readJson<T>>
): Promise<z.output<T> | undefined> => {
  try {
    return await readJson(...given)
  } catch (error) {
    if (error instanceof ColdpressError) return undefined
    throw error
  }
}

/** Reads files in their order, several at once. */
export const readEach = async <T>(
  source: FormatSource,
  files: readonly FileEntry[],
  read: (file: FileEntry) => Promise<T>,
): Promise<readonly T[]> => {
  const found: T[] = []
  for (let at = 0; at < files.length; at += maxConcurrent) {
    source.signal?.throwIfAborted()
    found.push(...(await Promise.all(files.slice(at, at + maxConcurrent).map(read))))
  }
  return found
}

const parseJson = (file: string, bytes: Uint8Array): unknown => {
  const text = decode(file, bytes)
  const deepest = depthOf(text)
  if (deepest > limits.jsonDepth)
    throw badJson(file, `its values are nested ${deepest} deep; ${limits.jsonDepth} is the most.`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw badJson(
      file,
      'it is not valid JSON: look for a missing comma, quote or bracket. Save it again with the program that made it.',
      cause,
    )
  }
}

const decode = (file: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw badJson(file, 'it is not UTF-8 text. Save it as UTF-8.', cause)
  }
}

/** The most brackets that are open at once, outside strings: counted before anything recurses. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) isQuoted = !isQuoted
    else if (isQuoted) at += unit === 0x5c ? 1 : 0
    else if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (unit === 0x5d || unit === 0x7d) depth -= 1
  }
  return deepest
}

const badJson = (file: string, sentence: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `${file}: ${sentence}`, {
    details: { rule: 'format_json', file },
    cause,
  })
