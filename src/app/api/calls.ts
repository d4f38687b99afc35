import type { z } from 'zod'
import type { Operation } from './operation.ts'
import type { operations } from './operations.ts'

export type CallOptions = { readonly signal?: AbortSignal | undefined }

/** One string for each `:name` of a path. */
type PathIds<Path extends string> = Path extends `${string}/:${string}/${infer Rest}`
  ? [id: string, ...PathIds<`/${Rest}`>]
  : Path extends `${string}/:${string}`
    ? [id: string]
    : []

type Body<O extends Operation> = O extends { readonly request: infer R extends z.ZodType }
  ? [body: z.input<R>]
  : []

type Item<O extends Operation> = z.output<O['response']> extends { data: (infer T)[] } ? T : never

/** A list is an async iterable of its items: pages are fetched as they are reached. */
type Call<O extends Operation> = O extends { readonly query: infer Q extends z.ZodType }
  ? (
      ...args: [...PathIds<O['path']>, options?: z.input<Q> & CallOptions]
    ) => AsyncGenerator<Item<O>, void, undefined>
  : (
      ...args: [...PathIds<O['path']>, ...Body<O>, options?: CallOptions]
    ) => Promise<z.output<O['response']>>

/** Every row of `operations` as a method: ids of the path in order, then the body, then options. */
export type Calls = {
  readonly [Name in keyof typeof operations]: Call<(typeof operations)[Name]>
}
