import type { z } from 'zod'
import { isJsonObject, type Json, jsonValue } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import {
  type ImportFormat,
  kindOfDescription,
  isReadUnpicked,
} from '#contract/imports/import-formats.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { printable } from '#values/text/printable.ts'
import { sameName, fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { passedOverReasons } from '../plan/read-image.ts'
import { type Issue, issueOf } from '../table/issues.ts'
import { isCip25 } from './cip25-json.ts'
import type { FormatSource, UnreadFile } from './format.ts'
import { maxTableBytes } from './limits.ts'
import { isAboutFile, readEachJson, settleJson } from './read-json.ts'
import { tokenJson, tokenList } from './token-json.ts'

/** Files that a sentence names; the others are counted, and listed in the error's details. */
const shownFiles = 20
const listedFiles = 1_000

/** The error for files that describe tokens and cannot be read: all at once, each with its place. */
export const unreadableFiles = (files: readonly UnreadFile[]): ColdpressError => {
  const [first, second] = files
  const message =
    second === undefined
      ? sentenceOf(first ?? { name: '', why: '' })
      : `${countText(files.length, 'file')} cannot be read. ${sentencesOf(files)}`
  return errorBy(importErrors, 'format_json', { files: namesOf(files) }, message)
}

/**
 * The error for a folder whose tokens would be named after its images although something in it may
 * describe them: their names and traits would be missing on chain for good.
 * @param otherwise the format that the folder can be read in all the same
 */
export const undescribedFolder = (
  files: readonly UnreadFile[],
  otherwise: ImportFormat | undefined,
): ColdpressError => {
  const what =
    files.length === 1
      ? 'A file that may describe the tokens is not read.'
      : `${countText(files.length, 'file')} that may describe the tokens are not read.`
  return errorBy(
    importErrors,
    'tokens_undescribed',
    { files: namesOf(files), ...(otherwise === undefined ? {} : { otherwise }) },
    `${what} ${sentencesOf(files)}${nextStep(otherwise)}`,
  )
}

const nextStep = (otherwise: ImportFormat | undefined): string => {
  if (otherwise === undefined) return ''
  return otherwise === 'folder'
    ? ' Or have the tokens made of the names of the images alone.'
    : ' Or have the table read without them.'
}

const sentencesOf = (files: readonly UnreadFile[]): string => {
  const more = files.length - shownFiles
  return [
    ...files.slice(0, shownFiles).map(sentenceOf),
    ...(more > 0 ? [`And ${countText(more, 'more file')}.`] : []),
  ].join(' ')
}

const sentenceOf = ({ name, why }: UnreadFile): string => `${printable(name)}: ${why}`

const namesOf = (files: readonly UnreadFile[]): string[] =>
  files.slice(0, listedFiles).map(({ name }) => printable(name))

/**
 * Reads files in their order, several at once. Those that cannot be read and are not needed are left
 * out, with the reason.
 * @throws ColdpressError `invalid` for all others that cannot be read
 */
export const readAllFiles = async <T>(
  source: FormatSource,
  files: readonly FileEntry[],
  read: (file: FileEntry) => Promise<T>,
  isNeeded: (file: FileEntry) => boolean = () => true,
): Promise<{ readonly found: readonly T[]; readonly unread: readonly UnreadFile[] }> => {
  const all = await readEachJson(source, files, async (file) => {
    try {
      return { found: [await read(file)], broken: [] }
    } catch (error) {
      if (!isAboutFile(error)) throw error
      return { found: [], broken: [{ file, error }] }
    }
  })
  const broken = all.flatMap((answer) => answer.broken)
  const needed = broken.filter(({ file }) => isNeeded(file))
  const [only, second] = needed
  if (second !== undefined) throw unreadableFiles(needed.map(unreadFile))
  if (only !== undefined) throw only.error
  return {
    found: all.flatMap((answer) => answer.found),
    unread: broken.map(unreadFile),
  }
}

/** Without the name of the file, which its message starts with. */
const unreadFile = ({
  error: { message },
  file: { name },
}: {
  readonly error: ColdpressError
  readonly file: FileEntry
}): UnreadFile => {
  const start = `${printable(name)}: `
  return { name, why: message.startsWith(start) ? message.slice(start.length) : message }
}

/** The answer of a reader to files that look like those of tokens, of which it can read none. */
export const unreadableTokens = async (
  source: FormatSource,
  files: readonly FileEntry[],
): Promise<{ readonly unreadable: readonly UnreadFile[] } | undefined> => {
  const read = await readEachJson(source, files, async (file) => {
    const settled = await settleJson(source, file, jsonValue)
    const why = 'why' in settled ? settled.why : whyNoTokens(settled.json)
    return why === undefined ? [] : [{ name: file.name, why }]
  })
  const unreadable = read.flat()
  return unreadable.length === 0 ? undefined : { unreadable }
}

/** What a report says of them; the first ones where there are many. */
export const unreadFileIssues = (files: readonly UnreadFile[]): readonly Issue[] => {
  const more = files.length - listedFiles
  return [
    ...files.slice(0, listedFiles).map(({ name, why }) => `${printable(name)} is not read: ${why}`),
    ...(more > 0 ? [`${countText(more, 'more file')} of this kind not read.`] : []),
  ].map((message) => issueOf('file_not_read', message))
}

/** The files of a folder that may describe tokens and that nobody reads, each with the reason. */
export const undescribedFiles = async (
  source: FormatSource,
  files: readonly FileEntry[],
): Promise<{ readonly all: readonly UnreadFile[]; readonly harmless: readonly UnreadFile[] }> => {
  const wanted = files.filter(({ name }) => kindOfDescription(name) !== undefined)
  const found = await readEachJson(source, wanted, async (file) => ({
    name: file.name,
    ...(await whyUnread(source, file)),
  }))
  return {
    all: found.filter(({ isHarmless }) => !isHarmless).map(({ name, why }) => ({ name, why })),
    harmless: found.filter(({ isHarmless }) => isHarmless).map(({ name, why }) => ({ name, why })),
  }
}

/** What the scan of a folder passed over and may describe tokens, such as a link to a table elsewhere. */
export const undescribedEntries = ({
  passedOver,
}: Pick<FormatSource, 'passedOver'>): readonly UnreadFile[] =>
  passedOver
    .filter(({ name, why }) => why !== 'hidden' && kindOfDescription(name) !== undefined)
    .map(({ name, why }) => ({ name, why: `it ${passedOverReasons[why]}` }))

type Reason = { readonly why: string; readonly isHarmless: boolean }

const reason = (why: string, isHarmless = false): Reason => ({ why, isHarmless })

/** Why a file is not read. One of a folder that nobody picked is opened only if it may be. */
export const whyUnread = async (source: FormatSource, file: FileEntry): Promise<Reason> => {
  const kind = kindOfDescription(file.name)
  const isHarmless = kind === 'text'
  if (kind === 'spreadsheet')
    return reason(
      'this kind of spreadsheet cannot be read. Save its table as .xlsx or "CSV UTF-8".',
    )
  if (!source.opensAll && !isReadUnpicked(file.name))
    return reason(
      'it was not opened, because the folder was not picked in the dialog. Pick it there, or save the table as .xlsx or "CSV UTF-8".',
      isHarmless,
    )
  if (kind === 'json') return await whyJsonUnread(source, file)
  if (kind === 'text' && file.name.includes('/'))
    return reason('it is text in a folder inside this one.', true)
  try {
    await source.tableAt(file.path)
  } catch (error) {
    if (isAboutFile(error)) return reason(error.message, isHarmless)
    throw error
  }
  if (kind === 'text') return reason('it is no table of tokens.', true)
  return reason(
    file.name.includes('/')
      ? 'it is a table in a folder inside this one. Move it to the top, or choose it as the table.'
      : 'the tokens come from other files. Choose it as the table if it describes them.',
  )
}

const whyJsonUnread = async (source: FormatSource, file: FileEntry): Promise<Reason> => {
  const settled = await settleJson(source, file, jsonValue, maxTableBytes)
  if ('why' in settled) return reason(settled.why)
  const { json } = settled
  if (isOwnCollectionFile(json))
    return reason('it is a collection for Coldpress to create, and describes no token.', true)
  const why = whyNoTokens(json)
  if (why !== undefined) return reason(why)
  if (Array.isArray(json))
    return reason(
      `it is a list of ${countText(json.length, 'token')}, and the format is not clear. Choose it.`,
    )
  const stem = sameName(fileStem(file.name))
  return reason(
    `it describes a token, and no image is called ${printable(stem)}. Give both the same name, or choose the format.`,
  )
}

/** Why a value describes no tokens, in the form in which it could; undefined where it does. */
const whyNoTokens = (json: Json): string | undefined => {
  if (isCip25(json)) return undefined
  const schema: z.ZodType = Array.isArray(json) ? tokenList : tokenJson
  const parsed = schema.safeParse(json)
  return parsed.success ? undefined : `${printable(describeIssues(parsed.error))}.`
}

/** What `collection propose` writes beside the images. */
export const isOwnCollectionFile = (json: unknown): boolean =>
  isJsonObject(json) && 'payout_address' in json && 'policy' in json && 'name' in json
