import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, errorTable, messageOf } from '#values/errors/errors.ts'
import { fieldIssues, issueText, listIssues } from '#values/errors/issues.ts'
import { countText } from '#values/text/format.ts'
import { jsonTextOf, parseJsonText } from '#values/text/read-json-text.ts'
import { limits } from '#values/bounds/limits.ts'
import type { SaleRequest } from '#contract/sales/sale.ts'
import {
  type CreatedSale,
  createSales,
  maxSalesAtOnce,
  type SaleRecordEntry,
  saleRecordEntry,
} from '#app/sales/create-sales.ts'
import { existsSync } from 'node:fs'
import type { MintSession } from '../mint/mint-session.ts'
import { servedLink } from '../studio/served-link.ts'
import { readInput, writeOutput } from '#cli/files.ts'
import { amount, seconds } from '#cli/options/option-values.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { table } from '#cli/terminal/table.ts'

/** Reads a text as the option of the same name does, and says its error as an issue. */
const asOption = <Value>(read: (text: string) => Value) =>
  z.union([shortText, z.number().transform(String)]).transform((text, context): Value => {
    try {
      return read(text)
    } catch (error) {
      context.addIssue(messageOf(error))
      return z.NEVER
    }
  })

const saleRow = z
  .object({
    tokens: listOf(shortText.min(1)).min(1).max(limits.recordNames).optional(),
    quantity: z.int().positive().optional(),
    price: asOption(amount),
    reserve: asOption(seconds).optional(),
  })
  .strict()
  .refine(
    ({ tokens, quantity }) => (tokens === undefined) !== (quantity === undefined),
    'give either tokens or quantity',
  )
export type SaleFileRow = z.output<typeof saleRow>

const saleRows = listOf(saleRow)
  .min(1, 'empty, at least 1 sale required')
  .max(maxSalesAtOnce, `at most ${maxSalesAtOnce} sales at once`)

/** Reads the file of `sale create --file`. @throws ColdpressError `invalid` with each wrong field */
export const readSaleRows = async (file: string): Promise<readonly SaleFileRow[]> => {
  const text = jsonTextOf(await readInput(file, 'file of sales'))
  const parsed =
    text === undefined ? { error: 'it is neither UTF-8 nor UTF-16 text.' } : parseJsonText(text)
  if (!('value' in parsed))
    throw new ColdpressError('invalid', `${file} cannot be read: ${parsed.error}`)
  const read = saleRows.safeParse(parsed.value)
  if (read.success) return read.data
  throw new ColdpressError(
    'invalid',
    `${file}: ${listIssues(fieldIssues(read.error.issues).map(issueText), 10)} It is a list of {"tokens": [names] or "quantity": number, "price": "25", "reserve": "30m"}. Nothing was made.`,
  )
}

/** Makes the sales of a file, and notes each in a record, so that the same command can go on later. */
export const createFromFile = async (
  { client, session, isLocal }: MintSession,
  collectionId: string,
  requests: readonly SaleRequest[],
  recordPath: string,
): Promise<CommandAnswer> => {
  const record = await readRecord(recordPath)
  let done = 0
  const results = await session.withVault(() =>
    createSales(client, {
      collectionId,
      requests,
      record,
      append: (entry) =>
        writeOutput(recordPath, (path) =>
          appendFile(path, `${JSON.stringify(entry)}\n`, { flush: true, mode: 0o600 }),
        ),
      signal: session.signal,
      onResult: ({ row, state, error }) => {
        done += 1
        if (session.terminal.canDraw) session.terminal.draw(`${done} of ${requests.length} sales`)
        else if (error !== null) session.terminal.warn(`Row ${row} ${state}: ${error}`)
      },
    }).finally(() => {
      if (session.terminal.canDraw) session.terminal.draw('')
    }),
  )
  const shown = results.map((result) => ({ ...result, link: linkOf(result, isLocal) }))
  const failed = results.filter(({ state }) => state === 'failed')
  return {
    json: shown.map(({ row, state, sale, error, link }) => ({
      row,
      state,
      error,
      sale_id: sale?.id ?? null,
      payment_address: sale?.payment_address ?? null,
      payment_link: link,
    })),
    text: [
      table(shown, {
        row: ({ row }) => String(row),
        state: ({ state }) => stateNames[state],
        sale: ({ sale }) => sale?.id ?? '',
        'pay to': ({ sale, link, error }) => error ?? link ?? sale?.payment_address ?? '',
      }),
      '',
      `The record of them is in ${recordPath}: with it the same command makes none twice.`,
      ...(failed.length === 0
        ? []
        : [
            `${countText(failed.length, 'sale was', 'sales were')} not made. Run the command again once the reason is gone.`,
          ]),
    ],
    exit: failed.length === 0 ? 0 : errorTable.incomplete.exit,
  }
}

const stateNames = { made: 'made', made_before: 'made before', failed: 'not made' } as const

const linkOf = ({ sale }: CreatedSale, isLocal: boolean): string | null =>
  servedLink(sale?.payment_link ?? null, { isLocal })

/** @throws ColdpressError `invalid` for a line that is no entry; one that was cut by a crash is the last */
const readRecord = async (path: string): Promise<readonly SaleRecordEntry[]> => {
  if (!existsSync(path)) return []
  const lines = (await readInput(path, 'record of sales')).toString('utf8').split('\n')
  const cut = lines.pop()
  if (cut !== '')
    throw new ColdpressError(
      'invalid',
      `${path}: its last line is cut. Look at “sale list” for its sale, and end or remove the line.`,
    )
  return lines.map((line, index) => {
    const parsed = parseJsonText(line)
    const entry = saleRecordEntry.safeParse('value' in parsed ? parsed.value : undefined)
    if (entry.success) return entry.data
    throw new ColdpressError(
      'invalid',
      `${path}, line ${index + 1}: not a line of a record of sales.`,
    )
  })
}
