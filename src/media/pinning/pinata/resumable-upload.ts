import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy, detailsOf } from '#values/errors/error-rules.ts'
import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import type { Cid } from '../../content/cid.ts'
import { finalError, finalFor } from '../final-error.ts'
import type { PinnedContent } from '../missing-content.ts'
import type { PinService, ServiceCall } from '../service-call.ts'
import { sleep } from '#platform/http/sleep.ts'

/** Version of the protocol, tus.io/protocols/resumable-upload. */
const protocol = { 'tus-resumable': '1.0.0' }

/** Pieces of less than 50 MB. docs.pinata.cloud/files/uploading-files */
const defaultPieceBytes = 40 * 1024 * 1024

/** Lost answers in a row without progress, and the upload is given up; another call resumes it. */
const mostSetbacks = 3

export type ResumableUploads = {
  /** @returns the CID that the service answers; undefined where it answers none */
  readonly send: (file: ResumableFile, signal: AbortSignal) => Promise<string | undefined>
}

export type ResumableFile = {
  readonly cid: Cid
  /** Bytes. */
  readonly size: number
  readonly metadata: Readonly<Record<string, string>>
}

/** Large files in pieces: after a lost answer the service is asked how far it is. */
export const createResumableUploads = (options: {
  readonly remote: PinService
  /** That makes uploads. */
  readonly url: string
  readonly store: Pick<PinnedContent, 'read'>
  readonly pieceBytes?: number | undefined
  /** Before a lost piece is asked for. */
  readonly waitMs?: number | undefined
}): ResumableUploads => {
  const { remote, url, store, pieceBytes = defaultPieceBytes, waitMs = 2_000 } = options
  /** Addresses of uploads that were not finished, for as long as this process runs. */
  const unfinished = new Map<Cid, string>()

  const create = async ({ size, metadata }: ResumableFile, signal: AbortSignal) => {
    const headers = {
      ...protocol,
      'upload-length': `${size}`,
      'upload-metadata': metadataText(metadata),
    }
    const operation = 'POST /v3/files'
    const answer = await remote.headers({ operation, method: 'POST', url, headers, signal })
    const location = answer?.get('location') ?? undefined
    if (location === undefined) throw unusable(remote, operation, 'no address to upload to')
    return ownAddress(remote, location, url)
  }

  /** Bytes that the service has; undefined: it knows the upload no longer. */
  const offsetAt = async (address: string, signal: AbortSignal): Promise<number | undefined> => {
    const operation = 'HEAD /v3/files'
    const call = { operation, method: 'HEAD', url: address, headers: protocol, signal } as const
    const answer = await remote.headers(call, [403, 404, 410])
    return answer === undefined ? undefined : offsetIn(remote, operation, answer)
  }

  /** @throws ColdpressError `service_error` also where the service is at another offset, or busy */
  const sendPiece = async (
    { cid, size }: ResumableFile,
    { address, offset }: { readonly address: string; readonly offset: number },
    signal: AbortSignal,
  ): Promise<Headers> => {
    const length = Math.min(pieceBytes, size - offset)
    const bytes = store.read(cid, { start: offset, length })
    const call: ServiceCall = {
      operation: 'PATCH /v3/files',
      method: 'PATCH',
      url: address,
      headers: { ...protocol, 'upload-offset': `${offset}` },
      form: { type: 'application/offset+octet-stream', length, body: bytes },
      signal,
    }
    try {
      const answer = await remote.headers(call, [409, 423])
      if (answer !== undefined) return answer
      throw unusable(remote, call.operation, 'it is at another piece')
    } finally {
      bytes.destroy()
    }
  }

  /** Where to go on: at an upload of before, if the service still knows it. */
  const start = async (file: ResumableFile, signal: AbortSignal) => {
    const known = unfinished.get(file.cid)
    const offset = known === undefined ? undefined : await offsetAt(known, signal)
    if (known !== undefined && offset !== undefined) return { address: known, offset }
    const address = await create(file, signal)
    unfinished.set(file.cid, address)
    return { address, offset: 0 }
  }

  /** Sends pieces until the service has all. @returns as {@link ResumableUploads.send} */
  const sendPieces = async (
    file: ResumableFile,
    upload: { readonly address: string; readonly offset: number },
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const { address } = upload
    let { offset } = upload
    let setbacks = 0
    let cid: string | undefined
    while (offset < file.size) {
      const answer = await sendPiece(file, { address, offset }, signal).catch(ifLost)
      const isAnswer = answer instanceof Headers
      if (!isAnswer) await sleep(waitMs, signal)
      const now = isAnswer
        ? offsetIn(remote, 'PATCH /v3/files', answer)
        : await offsetAt(address, signal)
      // it was finished, or thrown away: the caller asks by CID before it sends again
      if (now === undefined) return undefined
      setbacks = now > offset ? 0 : setbacks + 1
      if (setbacks > mostSetbacks)
        throw isAnswer ? unusable(remote, 'PATCH /v3/files', 'no progress') : answer
      offset = now
      if (isAnswer) cid = answer.get('upload-cid') ?? cid
    }
    return cid
  }

  return {
    send: async (file, signal) => {
      const cid = await sendPieces(file, await start(file, signal), signal)
      unfinished.delete(file.cid)
      return cid
    },
  }
}

/** Keys, each with its value in base64. */
const metadataText = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** The error of a piece that may have arrived, or may be sent again. */
const ifLost = (error: unknown): ColdpressError => {
  const isLost = error instanceof ColdpressError && finalFor(error) === undefined
  if (isLost && passing.has(error.code)) return error
  throw error
}

const passing: ReadonlySet<string> = new Set<ErrorCode>([
  'unreachable',
  'timeout',
  'service_error',
  'rate_limited',
])

const offsetIn = (remote: PinService, operation: string, answer: Headers): number => {
  const text = answer.get('upload-offset') ?? ''
  if (/^[0-9]{1,15}$/u.test(text)) return Number(text)
  throw unusable(remote, operation, 'no offset of the upload')
}

const unusable = ({ service }: PinService, operation: string, reason: string): ColdpressError =>
  errorBy(
    pinErrors,
    'bad_answer',
    { operation, status: 200, reason },
    `${service} gave no usable answer: ${reason}.`,
  )

/** The token goes to the service's own hosts only: those of its domain. */
const ownAddress = (remote: PinService, location: string, base: string): string => {
  const [url, own] = [URL.parse(location, base), new URL(base)]
  const domain = own.hostname.split('.').slice(-2).join('.')
  const isOwn =
    url !== null &&
    url.protocol === own.protocol &&
    (url.host === own.host || url.hostname.endsWith(`.${domain}`))
  if (isOwn) return url.href
  throw finalError(
    'place',
    'service_error',
    `${remote.service} wants the file at another service's address. Nothing was sent there.`,
    detailsOf(pinErrors, 'foreign_address', { operation: 'POST /v3/files', status: 201 }),
  )
}
