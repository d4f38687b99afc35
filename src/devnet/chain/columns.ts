import { z } from 'zod'
import { jsonValue, listOf, shortText } from '#values/bounds/bounded.ts'
import { Unit, type Value } from '#cardano/value.ts'
import { columns } from '#platform/db/database.ts'

/** Amounts are text in the database: token quantities may exceed its integers. */
export const amountColumn = shortText.regex(/^-?\d+$/u).transform((text) => BigInt(text))

export const assetsColumn = columns
  .json(listOf(z.tuple([shortText, amountColumn])))
  .transform((assets) => new Map(assets.map(([unit, quantity]) => [Unit(unit), quantity])))

/** A map of units to quantities as {@link assetsColumn} reads it. */
export const writeAssets = (assets: Value['assets']): string =>
  JSON.stringify([...assets].map(([unit, quantity]) => [unit, String(quantity)]))

/** The metadata of a transaction, label by label. */
export const metadataColumn = columns.json(listOf(z.object({ label: shortText, json: jsonValue })))
export type Metadata = z.output<typeof metadataColumn>
