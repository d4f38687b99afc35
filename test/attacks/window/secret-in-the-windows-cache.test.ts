import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change } from '#renderer/data/change.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { type CallName, calls } from '#shared/calls/contract.ts'

const planted = 'PLANTED-SECRET'

/** A value that fits the schema, with the planted secret wherever a secret belongs. */
const sample = (schema: unknown, depth = 0): unknown => {
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
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return inside(schema.unwrap())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodPipe || schema instanceof z.ZodRecord) return {}
  return schema instanceof z.ZodNull ? null : 'x'
}

const isName = (name: string): name is CallName => name in calls
const names = Object.keys(calls).filter(isName)
const isMarked = (name: CallName): boolean => 'secret' in calls[name]
const holdsSecret = (name: CallName): boolean =>
  JSON.stringify([sample(calls[name].input), sample(calls[name].output)]).includes(planted)

/** Everything that a store of the window holds, as its module exports it. */
const storeStates = async (): Promise<unknown[]> => {
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

let sent: unknown[] = []

beforeEach(async () => {
  sent = []
  // Files share a process: what another test still fetches ends first.
  await queryClient.cancelQueries()
  queryClient.clear()
  Object.assign(globalThis, {
    window: {
      coldpress: {
        call: (name: CallName, input: unknown) => {
          sent.push(input)
          return Promise.resolve({ ok: true, value: sample(calls[name].output) })
        },
      },
    },
  })
})

describe('secrets that pass through the window', () => {
  it('are in no call of the contract that is not marked as secret', () => {
    expect(names.filter((name) => holdsSecret(name) && !isMarked(name))).toEqual([])
    expect(names.filter((name) => isMarked(name) && !holdsSecret(name))).toEqual([])
  })

  it('mark the calls that answer one', () => {
    for (const name of ['policies.reveal', 'phrases.start', 'inboxes.reveal'] as const)
      expect(JSON.stringify(sample(calls[name].output))).toContain(planted)
  })

  it('stay in no query, no mutation and no store after the call has answered', async () => {
    for (const name of names.filter(isMarked))
      await change(name, calls[name].input.parse(sample(calls[name].input)))
    expect(JSON.stringify(sent)).toContain(planted)
    const queries = queryClient.getQueryCache().getAll()
    const mutations = queryClient.getMutationCache().getAll()
    expect(queries.length).toBeGreaterThan(0)
    const kept = [
      ...queries.map(({ queryKey, state }) => ({ queryKey, state })),
      ...mutations.map(({ options, state }) => ({ options, state })),
    ]
    expect(JSON.stringify(kept)).not.toContain(planted)
    const states = await storeStates()
    expect(states).toContain(useDrafts.getState())
    expect(states.length).toBeGreaterThan(5)
    expect(JSON.stringify(states)).not.toContain(planted)
  })
})
