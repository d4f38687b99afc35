import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { hexOf } from '../fields.ts'

/** A slot is a number or a numeric string (interface, "Script elements"); it may exceed 2^53. */
const slot = z.union([
  z.int().nonnegative(),
  shortText.regex(/^[0-9]{1,20}$/u, 'not a slot number'),
])

/** A native script in cardano-cli's JSON: all six kinds, at any depth. */
export type ScriptJson =
  | { type: 'sig'; keyHash: string }
  | { type: 'all' | 'any'; scripts: ScriptJson[] }
  | { type: 'atLeast'; required: number; scripts: ScriptJson[] }
  | { type: 'after' | 'before'; slot: number | string }

/** The id lets JSON Schema documents refer to this schema recursively. */
export const scriptJson: z.ZodType<ScriptJson, ScriptJson> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('sig'), keyHash: hexOf(28) }),
      z.object({ type: z.enum(['all', 'any']), scripts: listOf(scriptJson) }),
      z.object({
        type: z.literal('atLeast'),
        required: z.int().nonnegative(),
        scripts: listOf(scriptJson),
      }),
      z.object({ type: z.enum(['after', 'before']), slot }),
    ]),
  )
  .meta({ id: 'Script' })
