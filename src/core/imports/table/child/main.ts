/**
 * The process that reads one table: plain Node with a limit to its memory. It gets the file through
 * its standard input, sends the cells in pieces (table-messages.ts), and ends with its parent.
 */
import '#core/offline/first.ts'
import { leaveTrace } from '#core/crash/crash-trace.ts'
import { isColdpressError, messageOf } from '#shared/errors.ts'
import { tableFailureDetails, tableRequest, type TableReply } from '../table-messages.ts'
import { readRawTable, type TableForm } from '../read-raw-table.ts'
import type { RawTable } from '../raw-table.ts'

// Node ends the process afterwards.
process.on('uncaughtExceptionMonitor', (error) => leaveTrace('tables', error))

const sendReply = (message: TableReply): void => {
  // The parent may be gone already; then `disconnect` ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

const readInput = async (): Promise<Uint8Array> => {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** About as many characters as the parent parses in a few milliseconds. */
const charactersAtOnce = 128 * 1024

/** Settled when the parent has taken the last rows: it gets no more than it can parse in a turn. */
let taken = Promise.withResolvers<void>()

const sendPiece = async (rows: { row: number; cells: string[] }[]): Promise<void> => {
  taken = Promise.withResolvers()
  sendReply({ kind: 'rows', rows })
  await taken.promise
}

const sendRows = async (rows: RawTable['rows']): Promise<void> => {
  let pieces: { row: number; cells: string[] }[] = []
  let characters = 0
  for (const { row, cells } of rows) {
    pieces.push({ row, cells: [...cells] })
    characters += cells.reduce((sum, cell) => sum + cell.length + 3, 0)
    if (characters < charactersAtOnce) continue
    await sendPiece(pieces)
    pieces = []
    characters = 0
  }
  await sendPiece(pieces)
}

const failureOf = (error: unknown): TableReply => {
  if (!isColdpressError(error))
    return { kind: 'failed', code: 'internal', message: messageOf(error), details: {} }
  const { code, message, details } = error
  const known = tableFailureDetails.safeParse(details)
  return { kind: 'failed', code, message, details: known.data ?? {} }
}

const read = async (asked: TableForm): Promise<void> => {
  try {
    const { rows, sheet, notes, ...form } = await readRawTable(await readInput(), asked)
    await sendRows(rows)
    sendReply({
      ...form,
      kind: 'read',
      ...(sheet === undefined ? {} : { sheet: { name: sheet.name, all: [...sheet.all] } }),
      notes: notes.map(({ severity, rule, row, column, message: sentence }) => ({
        severity,
        rule,
        row,
        column,
        message: sentence,
      })),
    })
  } catch (error) {
    sendReply(failureOf(error))
  }
}

process.on('message', (message) => {
  const request = tableRequest.parse(message)
  if (request.kind === 'more') taken.resolve()
  else void read(request)
})
process.on('disconnect', () => process.exit(0))
sendReply({ kind: 'ready' })
