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
