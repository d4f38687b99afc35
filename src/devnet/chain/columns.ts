import { z } from 'zod'
import { Unit, type Value } from '../../core/cardano/value.ts'
import { columns } from '../../core/db/database.ts'

/** Amounts are text in the database: those of tokens may be beyond what its integers hold. */
export const amountColumn = z
  .string()
  .regex(/^-?\d+$/u)
  .transform((text) => BigInt(text))

export const assetsColumn = columns
  .json(z.array(z.tuple([z.string(), amountColumn])))
  .transform((assets) => new Map(assets.map(([unit, quantity]) => [Unit(unit), quantity])))

/** A map of units to quantities as {@link assetsColumn} reads it. */
export const writeAssets = (assets: Value['assets']): string =>
  JSON.stringify([...assets].map(([unit, quantity]) => [unit, String(quantity)]))

export type Json = z.output<ReturnType<typeof z.json>>

/** Taken as it is: a schema of JSON would lose a key that is called "__proto__". */
const anyJson = z.custom<Json>((value) => value !== undefined)

/** The metadata of a transaction, label by label. */
export const metadataColumn = columns.json(z.array(z.object({ label: z.string(), json: anyJson })))
export type Metadata = z.output<typeof metadataColumn>
