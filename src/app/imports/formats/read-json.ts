import type { z } from 'zod'
import { isDriveFault } from '#platform/disk/access-reason.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { numberText } from '#values/text/format.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { limits } from '#values/bounds/limits.ts'
import { printable } from '#values/text/printable.ts'
import { jsonTextOf, parseJsonText } from '#values/text/read-json-text.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { FormatSource } from './format.ts'

/** Files that are opened at once: one by one, ten thousand take several seconds. */
const maxConcurrent = 32

/** A token's metadata has some kilobytes; a file of many has its own limit. */
const maxTokenBytes = 1024 ** 2

/** Twenty traits of each of 100,000 tokens. More take minutes and gigabytes, however short each is. */
const maxValues = 5_000_000

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
  const parsed = schema.safeParse(
    await parsedAt(source, { path, file, isLarge: size > maxTokenBytes }),
  )
  if (parsed.success) return parsed.data
  throw badJson(file, `${printable(describeIssues(parsed.error))}.`)
}

/** What a file says, or why it cannot be read. */
type SettledJson<T> = { readonly json: T } | { readonly why: string }

export const settleJson = async <T extends z.ZodType>(
  ...given: Parameters<typeof readJson<T>>
): Promise<SettledJson<z.output<T>>> => {
  try {
    return { json: await readJson(...given) }
  } catch (error) {
    // A drive that does not answer, or reports a fault, says nothing about the file.
    if (!isAboutFile(error)) throw error
    const why = error.details['why']
    return { why: typeof why === 'string' ? why : error.message }
  }
}

/** Whether it is about what a file holds, and not about its drive or an end that was asked for. */
export const isAboutFile = (error: unknown): error is ColdpressError =>
  error instanceof ColdpressError &&
  (error.code === 'invalid' || error.code === 'too_large') &&
  !isDriveFault(error)

/** Undefined for what cannot be read that way, to tell formats apart. */
export const tryJson = async <T extends z.ZodType>(
  ...given: Parameters<typeof readJson<T>>
): Promise<z.output<T> | undefined> => {
  const settled = await settleJson(...given)
  return 'json' in settled ? settled.json : undefined
}

/** Of so many files that cannot be read, the next ones will not tell the format either. */
const mostTried = 20

/** The first file that can be read that way: one that is broken says nothing about the others. */
export const firstJson = async <T extends z.ZodType>(
  source: FormatSource,
  files: readonly FileEntry[],
  schema: T,
  maxBytes?: number,
): Promise<{ readonly file: FileEntry; readonly json: z.output<T> } | undefined> => {
  for (const file of files.slice(0, mostTried)) {
    source.signal?.throwIfAborted()
    const settled = await settleJson(source, file, schema, maxBytes)
    if ('json' in settled) return { file, json: settled.json }
  }
  return undefined
}

/** Reads files in their order, several at once. */
export const readEachJson = async <T>(
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

type Parsed = { readonly path: string; readonly json: Promise<unknown> }

/** The large file that was parsed last: one reader after the other asks for it, and each takes seconds. */
const lastParsed = new WeakMap<FormatSource, Parsed>()

const parsedAt = async (
  source: FormatSource,
  {
    path,
    file,
    isLarge,
  }: { readonly path: string; readonly file: string; readonly isLarge: boolean },
): Promise<unknown> => {
  const last = lastParsed.get(source)
  if (last?.path === path) return await last.json
  const json = source.bytesOf(path).then((bytes) => parseJson(file, bytes))
  if (isLarge) lastParsed.set(source, { path, json })
  return await json
}

const parseJson = (file: string, bytes: Uint8Array): unknown => {
  const text = jsonTextOf(bytes)
  if (text === undefined) throw badJson(file, 'it is not UTF-8 text. Save it as UTF-8.')
  const { deepest, values } = measureJson(text)
  if (deepest > limits.jsonDepth)
    throw badJson(file, `its values are nested ${deepest} deep; ${limits.jsonDepth} is the most.`)
  if (values > maxValues)
    throw badJson(
      file,
      `it has more than ${numberText(maxValues)} values. Divide it into several files, or leave out what describes no token.`,
    )
  const parsed = parseJsonText(text)
  if ('value' in parsed) return parsed.value
  if (isJsonLines(text))
    throw badJson(file, 'it has one object a line, which is not read. Save it as one JSON list.')
  throw badJson(file, `${parsed.error} Correct it, or save it again with the program that made it.`)
}

const isJsonLines = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    lines.length > 1 && lines.every((line) => line.startsWith('{') && jsonOf(line) !== undefined)
  )
}

/**
 * The most brackets that are open at once, and at least as many values as there are, up to the first
 * above the limit: counted outside strings, before anything recurses or fills the memory.
 */
const measureJson = (text: string): { readonly deepest: number; readonly values: number } => {
  let depth = 0
  let deepest = 0
  let values = 1
  let isQuoted = false
  for (let at = 0; at < text.length && values <= maxValues; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) isQuoted = !isQuoted
    else if (isQuoted) at += unit === 0x5c ? 1 : 0
    else if (unit === 0x2c) values += 1
    else if (unit === 0x5b || unit === 0x7b) {
      deepest = Math.max(deepest, ++depth)
      values += 1
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1
  }
  return { deepest, values }
}

const badJson = (file: string, why: string): ColdpressError =>
  errorBy(importErrors, 'format_json', { file, why }, `${file}: ${why}`)
