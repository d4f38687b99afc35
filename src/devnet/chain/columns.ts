import { z } from 'zod'
import { jsonValue, listOf, shortText } from '#values/bounds/bounded.ts'
import { Unit, type Value } from '#cardano/value.ts'
import { columns } from '#platform/db/database.ts'

/** Amounts are text in the database: token quantities may exceed its integers. */
export const amountColumn = shortText.regex(/^-?\d+$/u).transform((text) => BigInt(text))

/** The digits that an amount is split after, so that SQLite can add up both parts as integers. */
const lowDigits = 12

/**
 * SQL that adds up a column of amounts, which {@link sumColumn} reads: the sum of millions of them,
 * and each of them, may exceed SQLite's integers.
 */
export const sumSql = (column: string): string => {
  const sign = `iif(${column} LIKE '-%', -1, 1)`
  const digits = `ltrim(${column}, '-')`
  const zeros = '0'.repeat(lowDigits)
  const high = `CAST(substr('${zeros}' || ${digits}, 1, length(${digits})) AS INTEGER)`
  const low = `CAST(substr(${digits}, -${lowDigits}) AS INTEGER)`
  return `coalesce(sum(${sign} * ${high}), 0) || ' ' || coalesce(sum(${sign} * ${low}), 0)`
}

export const sumColumn = shortText.regex(/^-?\d+ -?\d+$/u).transform((text) => {
  const [high = '', low = ''] = text.split(' ')
  return BigInt(high) * 10n ** BigInt(lowDigits) + BigInt(low)
})

export const assetsColumn = columns
  .json(listOf(z.tuple([shortText, amountColumn])))
  .transform((assets) => new Map(assets.map(([unit, quantity]) => [Unit(unit), quantity])))

/** A map of units to quantities as {@link assetsColumn} reads it. */
export const writeAssets = (assets: Value['assets']): string =>
  JSON.stringify([...assets].map(([unit, quantity]) => [unit, String(quantity)]))

/** The metadata of a transaction, label by label. */
export const metadataColumn = columns.json(listOf(z.object({ label: shortText, json: jsonValue })))
export type Metadata = z.output<typeof metadataColumn>
