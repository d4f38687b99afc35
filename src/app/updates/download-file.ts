import { updateErrors } from '#contract/updates/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { diskError } from '#platform/disk/disk-error.ts'
import { renameDurably } from '#platform/disk/durable-file.ts'
import { hashFile } from '#platform/disk/hash-file.ts'
import { Deadline } from '#platform/http/deadline.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import { requestRelease, requestError, unexpectedStatus } from './fetch-release.ts'
import type { ReleaseFile } from './release.ts'

export type Download = {
  readonly url: string
  readonly file: ReleaseFile
  /** Where the whole, verified file ends up. Until then `partOf` it holds what has arrived. */
  readonly path: string
  readonly signal: AbortSignal
  /** Called for each piece that arrived, with the bytes that are there. */
  readonly onProgress: (bytes: number) => void
  /** A connection that brings less than `leastBytes` in this time is given up; default: half a minute. */
  readonly stallMs?: number
}

/** Named after the hash: what has arrived of a file is not continued with another of its name. */
export const partOf = (path: string, { sha512 }: ReleaseFile): string =>
  `${path}.${sha512.slice(0, 16)}.part`

/**
 * Downloads a file of a release, and continues where an earlier attempt ended.
 * @throws ColdpressError `corrupt` when it is not the signed file, which is then removed;
 * `unreachable`, `timeout` and `cancelled` keep what has arrived; `disk_full`
 */
export const downloadFile = async (download: Download): Promise<void> => {
  const { file, path } = download
  if (await isFile(path, file)) return
  requireOnline()
  const part = partOf(path, file)
  await mkdir(dirname(part), { recursive: true, mode: 0o700 })
  const handle = await open(part, 'a+', 0o600)
  try {
    const hash = await receive(download, handle)
    if (hash.digest('hex') !== file.sha512) throw notTheFile(file)
    await handle.datasync()
  } catch (error) {
    await handle.close()
    if (error instanceof ColdpressError && error.code === 'corrupt') await rm(part, { force: true })
    throw requestError(diskError(error))
  }
  await handle.close()
  await renameDurably(part, path)
}

/** Single bytes are no progress: they could keep a download, and its lock, for days. */
const leastBytes = 4096

/** Whether the file is there, whole, and the signed one. */
export const isFile = async (path: string, file: ReleaseFile): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true || found.size !== file.bytes) return false
  return (await hashFile('sha512', path)).digest('hex') === file.sha512
}

/** Appends what is missing. @returns the hash of all that is there then */
const receive = async (download: Download, handle: FileHandle): Promise<Hash> => {
  const { file } = download
  const { size } = await handle.stat()
  if (size > file.bytes) await handle.truncate(0)
  const start = size > file.bytes ? 0 : size
  const part = partOf(download.path, file)
  if (start === file.bytes) return hashFile('sha512', part)
  const deadline = new Deadline(download.stallMs ?? 30_000, download.signal)
  try {
    const range = start > 0 ? { range: `bytes=${start}-` } : {}
    const response = await requestRelease(download.url, range, deadline.signal)
    const isRest = response.status === 206 && startsAt(response, start)
    if (!isRest && response.status !== 200) throw unexpectedStatus(response)
    // a server that knows no ranges sends all of it
    if (!isRest) await handle.truncate(0)
    const hash = isRest ? await hashFile('sha512', part) : createHash('sha512')
    await append({
      download,
      handle,
      hash,
      response,
      start: isRest ? start : 0,
      deadline,
    })
    return hash
  } finally {
    deadline.clear()
  }
}

const startsAt = (response: Response, start: number): boolean =>
  response.headers.get('content-range')?.startsWith(`bytes ${start}-`) === true

const append = async ({
  download: { file, onProgress },
  handle,
  hash,
  response,
  start,
  deadline,
}: {
  readonly download: Download
  readonly handle: FileHandle
  readonly hash: Hash
  readonly response: Response
  readonly start: number
  readonly deadline: Deadline
}): Promise<void> => {
  let bytes = start
  let counted = start
  onProgress(bytes)
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes - counted >= leastBytes) {
      deadline.progress()
      counted = bytes
    }
    if (bytes > file.bytes) throw notTheFile(file)
    hash.update(chunk)
    await handle.appendFile(chunk)
    onProgress(bytes)
  }
  if (bytes < file.bytes)
    throw new ColdpressError(
      'unreachable',
      'The connection ended before the whole file had arrived. What has arrived is kept. Download again to continue.',
      { details: { bytes, expected: file.bytes } },
    )
}

const notTheFile = ({ name }: ReleaseFile): ColdpressError =>
  errorBy(
    updateErrors,
    'release_hash',
    { file: name },
    `${name} is not the file that the project signed: its SHA-512 differs. It was removed and not installed. Download it again, and tell the project if that stays so.`,
  )
