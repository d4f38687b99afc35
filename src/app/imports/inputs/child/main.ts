/**
 * The process that reads one table, or one folder with large metadata: plain Node with a limit to its
 * memory. It gets what to read through its standard input, sends the result in pieces, and ends with
 * its parent.
 */
import '#platform/offline/first.ts'
import { leaveTrace } from '#platform/crash/crash-trace.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import {
  type ReadingRequest,
  readingFailureDetails,
  readingRequest,
  type TableReply,
} from '../../table/table-messages.ts'
import { readRawTable } from '../../table/read-raw-table.ts'
import { piecesOf, readFolderOf, type SentReply } from '../folder-pieces.ts'

// Node ends the process afterwards.
process.on('uncaughtExceptionMonitor', (error) => leaveTrace('tables', error))

const sendReply = (message: SentReply): void => {
  // The parent may be gone already; then `disconnect` ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

const readInput = async (): Promise<Uint8Array> => {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Settled when the parent has taken the last pieces: it gets no more than it can parse in a turn. */
let taken = Promise.withResolvers<void>()

const sendPieces = async (message: SentReply): Promise<void> => {
  taken = Promise.withResolvers()
  sendReply(message)
  await taken.promise
}

const readTable = async (
  asked: Extract<ReadingRequest, { readonly kind: 'read' }>,
): Promise<void> => {
  const { rows, ...form } = await readRawTable(await readInput(), asked)
  for (const piece of piecesOf(rows)) await sendPieces({ kind: 'rows', rows: piece })
  sendReply({ kind: 'read', ...form })
}

const readFolder = async (): Promise<void> => {
  for await (const reply of readFolderOf(await readInput()))
    if (reply.kind === 'pieces') await sendPieces(reply)
    else sendReply(reply)
}

const failureOf = (error: unknown): Extract<TableReply, { kind: 'failed' }> => {
  if (!isColdpressError(error))
    return { kind: 'failed', code: 'internal', message: messageOf(error), details: {} }
  const { code, message, details } = error
  const known = readingFailureDetails.safeParse(details)
  return { kind: 'failed', code, message, details: known.data ?? {} }
}

process.on('message', (message) => {
  const request = readingRequest.parse(message)
  if (request.kind === 'more') taken.resolve()
  else
    (request.kind === 'read' ? readTable(request) : readFolder()).catch((error: unknown) =>
      sendReply(failureOf(error)),
    )
})
process.on('disconnect', () => process.exit(0))
sendReply({ kind: 'ready' })
