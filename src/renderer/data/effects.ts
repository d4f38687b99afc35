import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Answer, Area, Change, WindowCalls } from '#contract/window/call.ts'
import {
  type CachedCall,
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type EventName,
  type EventPayload,
  events,
} from '#contract/window/calls.ts'

/** The names of an object's fields, of each member of a union. */
type Fields<T> = T extends readonly unknown[] | null ? never : keyof T & string

/** Where the fields of an answered call's input are from; those that are nowhere must say it. */
type From<Field extends string, There extends string> = [Exclude<Field, There>] extends [never]
  ? { readonly from?: { readonly [F in Field]?: There } }
  : { readonly from: { readonly [F in Exclude<Field, There>]: There } }

/** What the contract can say of a call or an event. Anything else about it does not compile. */
type EffectOf<Given, Got, There extends string = Fields<Given> | Fields<Got>> = {
  readonly answers?: {
    [N in CachedCall]: [Got] extends [CallOutput<N>]
      ? { readonly of: N } & From<Fields<CallInput<N>>, There>
      : never
  }[CachedCall]
  readonly changes?: readonly {
    readonly area: Area
    readonly by?: readonly There[]
    readonly when?: { readonly field: Fields<Got>; readonly is: string }
  }[]
}

const callEffects: {
  readonly [N in CallName]: EffectOf<CallInput<N>, CallOutput<N>> & {
    readonly reads?: true | string
  }
} = calls
const eventEffects: {
  readonly [N in EventName]: EffectOf<never, EventPayload<N>> & { readonly payload: unknown }
} = events

type Effect = { readonly answers?: Answer; readonly changes?: readonly Change[] }

/** The values of a call's input and output, or of an event's payload. */
type Values = { readonly given: unknown; readonly got: unknown }

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

const valueOf = ({ given, got }: Values, field: string): unknown =>
  fieldOf(given, field) ?? fieldOf(got, field)

/**
 * Applies an effect to the cache. A fetch in progress started earlier, so its answer is dropped and
 * cannot replace a newer one.
 * @returns when the stale answers on screen have been fetched again
 */
const applyEffect = async (
  client: QueryClient,
  { answers, changes = [] }: Effect,
  values: Values,
): Promise<void> => {
  const answered = answers === undefined ? undefined : answeredKey(answers, values)
  if (answered !== undefined) {
    void client.cancelQueries({ queryKey: answered })
    client.setQueryData(answered, values.got)
  }
  const hash = answered === undefined ? undefined : hashKey(answered)
  const made = changes.filter(
    ({ when }) => when === undefined || fieldOf(values.got, when.field) === when.is,
  )
  if (made.length === 0) return
  await invalidate(
    client,
    ({ queryKey: [name, ...parts], queryHash }) =>
      queryHash !== hash &&
      made.some(
        ({ area, by = [] }) =>
          areaOf(name) === area &&
          by.every((field) => {
            const own = fieldOf(parts.at(-1), field)
            return own === undefined || own === valueOf(values, field)
          }),
      ),
  )
}

const answeredKey = ({ of, from = {} }: Answer, values: Values): readonly unknown[] => {
  const table: WindowCalls = calls
  const input = table[of]?.input
  if (!(input instanceof z.ZodObject)) return [of, null]
  const fields = Object.keys(input.shape)
  return [
    of,
    Object.fromEntries(fields.map((field) => [field, valueOf(values, from[field] ?? field)])),
  ]
}

/** The area of a cached call. */
const areaOf = (name: unknown): string | undefined => {
  if (typeof name !== 'string' || !isCallName(name)) return undefined
  const { reads } = callEffects[name]
  return reads === true ? name.split('.')[0] : reads
}
const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)

/**
 * Marks answers as stale and fetches those on screen again. The library does not restart a first
 * fetch, nor one that no view shows any more. Their answers may be older than the change, so they
 * are stale too when they arrive.
 */
const invalidate = async (
  client: QueryClient,
  predicate: (query: Query) => boolean,
): Promise<void> => {
  const runsOn = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive())
  const again = runsOn.map(async (query) => {
    await query.promise?.catch(() => undefined)
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
  await client.invalidateQueries({ predicate })
  await Promise.all(again.filter((_, index) => runsOn[index]?.isActive() === true))
}

/** Applies what the contract says of a call to the cache. */
export const applyCall = <N extends CallName>(
  client: QueryClient,
  name: N,
  given: CallInput<N>,
  got: CallOutput<N>,
): Promise<void> => applyEffect(client, callEffects[name], { given, got })

/** Applies what the contract says of an event to the cache. */
export const applyEvent = <N extends EventName>(
  client: QueryClient,
  name: N,
  payload: EventPayload<N>,
): Promise<void> => applyEffect(client, eventEffects[name], { given: undefined, got: payload })

const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)
export const eventNames: readonly EventName[] = Object.keys(events).filter(isEventName)
