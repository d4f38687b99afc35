import { ColdpressError } from '#shared/errors.ts'
import { numberText } from '#shared/format.ts'
import { type Child, childProgram, startChild } from '#core/process/start-child.ts'
import { createInterning } from './intern-cells.ts'
import type { WrittenRow } from './shape-table.ts'
import { tableLimits, tooLargeTable } from './table-limits.ts'
import { tableReply, type TableReply, type TableRequest } from './table-messages.ts'
import type { RawTable } from './raw-table.ts'
import type { TableForm } from './read-raw-table.ts'

export type TableProcessOptions = {
  /** A plain Node: Electron's own binary runs no scripts. Default: this process's binary. */
  readonly nodePath?: string
  /** Another program for the process; tests use one that fails. */
  readonly script?: string
  /** Memory for the objects of the process, in MiB. Default: 1024. */
  readonly heapMiB?: number
  /** After this long without a result the process is ended. Default: 10 minutes. */
  readonly timeoutMs?: number
}

const tableProgram = childProgram(import.meta.url, {
  source: './child/main.ts',
  bundle: 'tables-child.js',
})

/** Four times what a table of 100,000 rows and 20 columns takes. */
const defaultHeapMiB = 1024

/** The limits allow XML that a slow and busy machine reads for four minutes. */
const defaultTimeoutMs = 600_000

export type TableReading = TableForm & {
  readonly signal?: AbortSignal | undefined
}

/**
 * The cells of a CSV or of a sheet of a workbook, read by a process of their own: whatever the file
 * makes of it, this one keeps its memory and goes on. The signal ends that process at once.
 * @throws ColdpressError `invalid` (see `readRawTable`; also where the process died of the file, or
 * had no result in time), `internal` where it cannot be started; the signal's reason once aborted
 */
export const readInProcess = async (
  bytes: Uint8Array,
  { signal, ...form }: TableReading,
  options: TableProcessOptions = {},
): Promise<RawTable> => {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', onAbort, { once: true })
  const reading = last.then(async () => {
    signal?.throwIfAborted()
    return await readByChild(bytes, form, aborted.promise, options)
  })
  last = reading.catch(() => undefined)
  try {
    return await Promise.race([reading, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** One reading at a time: several would take several times the memory. */
let last: Promise<unknown> = Promise.resolve()

const readByChild = async (
  bytes: Uint8Array,
  form: TableForm,
  aborted: Promise<never>,
  options: TableProcessOptions,
): Promise<RawTable> => {
  const { timeoutMs = defaultTimeoutMs, heapMiB = defaultHeapMiB } = options
  const { promise: result, resolve, reject } = Promise.withResolvers<RawTable>()
  const takeRows = createRows()
  let isReady = false
  const child: Child<TableRequest> = startChild<TableRequest, TableReply>({
    nodePath: options.nodePath ?? process.execPath,
    script: options.script ?? tableProgram,
    v8: [`--max-old-space-size=${heapMiB}`],
    input: bytes,
    parseReply: (message) => tableReply.safeParse(message).data,
    onReply: (reply) => {
      try {
        if (reply.kind === 'ready') {
          isReady = true
          child.send({ kind: 'read', ...form })
        } else if (reply.kind === 'rows') {
          takeRows(reply.rows)
          // Others have their turn before the next.
          setImmediate(() => child.send({ kind: 'more' }))
        } else if (reply.kind === 'failed') reject(errorOf(reply))
        else resolve(rawTableOf(reply, takeRows([])))
      } catch (error) {
        reject(error)
      }
    },
    onEnd: (reason) => reject(isReady ? diedOfTable(reason, heapMiB) : notStarted(reason)),
  })
  const clock = setTimeout(() => reject(tookTooLong(timeoutMs)), timeoutMs)
  try {
    const raw = await Promise.race([result, aborted])
    child.hangUp()
    return raw
  } catch (error) {
    child.kill()
    throw error
  } finally {
    clearTimeout(clock)
  }
}

/**
 * Collects rows, up to what a table may hold: the process keeps to that, unless its file has taken it
 * over.
 */
const createRows = (): ((
  more: readonly { readonly row: number; readonly cells: string[] }[],
) => readonly WrittenRow[]) => {
  const rows: WrittenRow[] = []
  const intern = createInterning()
  let cellCount = 0
  let characters = 0
  return (more) => {
    for (const { row, cells } of more) {
      cellCount += cells.length
      for (const cell of cells) characters += cell.length
      if (cellCount > tableLimits.cells) throw tooLargeTable('cells', tableLimits.cells)
      if (characters > tableLimits.characters)
        throw tooLargeTable('characters', tableLimits.characters)
      if (row <= (rows.at(-1)?.row ?? 0)) throw notInOrder()
      rows.push({ row, cells: intern(cells) })
    }
    return rows
  }
}

const rawTableOf = (
  { encoding, delimiter, sheet, notes }: Extract<TableReply, { kind: 'read' }>,
  rows: readonly WrittenRow[],
): RawTable => ({ encoding, delimiter, sheet, notes, rows })

const errorOf = ({
  code,
  message,
  details,
}: Extract<TableReply, { kind: 'failed' }>): ColdpressError =>
  new ColdpressError(code, message, { details })

const diedOfTable = (reason: string, heapMiB: number): ColdpressError =>
  tableError(
    /heap (?:limit|out of memory)/iu.test(reason)
      ? `needs more than the ${numberText(heapMiB)} MiB of memory that a table gets. Divide it into several, or save it as "CSV UTF-8", and try again.`
      : 'ended the program that read it. Open it in a spreadsheet program, save it as "CSV UTF-8", and try again.',
    'table_crashed',
    { reason },
  )

const tookTooLong = (timeoutMs: number): ColdpressError =>
  tableError(
    `was not read within ${timeoutMs / 1000} seconds. Divide it into several, or save it as "CSV UTF-8", and try again.`,
    'table_timeout',
  )

const tableError = (
  sentence: string,
  rule: string,
  details: Readonly<Record<string, unknown>> = {},
): ColdpressError =>
  new ColdpressError('invalid', `The table ${sentence}`, { details: { ...details, rule } })

const notStarted = (reason: string): ColdpressError =>
  new ColdpressError('internal', 'The process that reads tables cannot be started.', {
    details: { rule: 'table_process', reason },
  })

const notInOrder = (): ColdpressError =>
  new ColdpressError('internal', 'The process that reads tables sent its rows out of order.')
