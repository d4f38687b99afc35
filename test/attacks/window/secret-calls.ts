import { z } from 'zod'
import { queryClient } from '#renderer/data/query-client.ts'
import { type CallName, calls } from '#contract/window/calls.ts'

export const planted = 'PLANTED-SECRET'

/** A value that fits the schema, with the planted secret wherever a secret belongs. */
export const sample = (schema: unknown, depth = 0): unknown => {
  if (!(schema instanceof z.ZodType) || depth > 12) return null
  if (z.globalRegistry.get(schema)?.['secret'] === true) return planted
  const inside = (part: unknown) => sample(part, depth + 1)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, part]) => [name, inside(part)]),
    )
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(inside)
    return options.find((option) => JSON.stringify(option).includes(planted)) ?? options[0]
  }
  if (schema instanceof z.ZodArray) return [inside(schema.element)]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const value = inside(schema.unwrap())
    const isMeant = JSON.stringify(value)?.includes(planted) || schema.safeParse(value).success
    return isMeant ? value : schema instanceof z.ZodNullable ? null : undefined
  }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodPipe || schema instanceof z.ZodRecord) return {}
  return schema instanceof z.ZodNull ? null : 'x'
}

const isName = (name: string): name is CallName => name in calls
export const names = Object.keys(calls).filter(isName)
export const isMarked = (name: CallName): boolean => 'secret' in calls[name]
export const holdsSecret = (name: CallName): boolean =>
  JSON.stringify([sample(calls[name].input), sample(calls[name].output)]).includes(planted)

/** Everything that a store of the window holds, as its module exports it. */
export const storeStates = async (): Promise<unknown[]> => {
  const found = import.meta.glob<object>('../../../src/renderer/stores/*.ts')
  const modules = await Promise.all(Object.values(found).map((load) => load()))
  return modules
    .flatMap((module): unknown[] => Object.values(module))
    .flatMap((part) =>
      typeof part === 'function' && 'getState' in part && typeof part.getState === 'function'
        ? [part.getState()]
        : [],
    )
}

/** All that the cache holds of calls. */
export const cached = (): readonly unknown[] => [
  ...queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ queryKey, state })),
  ...queryClient
    .getMutationCache()
    .getAll()
    .map(({ options, state }) => ({ options, state })),
]
