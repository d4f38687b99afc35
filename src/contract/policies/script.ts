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

const needs = (type: string, ...fields: readonly string[]) => ({
  if: { properties: { type: { const: type } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: fields },
})

/**
 * One object with what each kind needs. Generators of clients (openapi-python-client 0.29) take no
 * union that contains itself.
 */
const documented = {
  type: 'object',
  description: 'A native script in the JSON of cardano-cli.',
  properties: {
    type: { type: 'string', enum: ['sig', 'all', 'any', 'atLeast', 'after', 'before'] },
    keyHash: { type: 'string', pattern: '^[0-9A-Fa-f]{56}$', description: 'Of `sig`.' },
    scripts: {
      type: 'array',
      items: { $ref: '#/$defs/Script' },
      description: 'Of `all`, `any` and `atLeast`.',
    },
    required: {
      type: 'integer',
      minimum: 0,
      description: 'Of `atLeast`: how many of `scripts` have to hold.',
    },
    slot: {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^[0-9]{1,20}$' },
      ],
      description: 'Of `after` and `before`.',
    },
  },
  required: ['type'],
  ...needs('sig', 'keyHash'),
  else: {
    ...needs('atLeast', 'required', 'scripts'),
    else: {
      if: { properties: { type: { enum: ['all', 'any'] } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['scripts'] },
      else: { required: ['slot'] },
    },
  },
}

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
  .meta({ id: 'Script', documented })
