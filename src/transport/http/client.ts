import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { cursorGuard } from '#values/bounds/cursor-guard.ts'
import { idsIn, type Operation, type Operations } from '#contract/operation.ts'
import { pageOf, pageQuery } from '#contract/page.ts'
import { checkInput, type OperationCall, type HttpLink, sendCall } from './call.ts'

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

type Answer<O extends Operation> = O extends { readonly method: 'DELETE' }
  ? void
  : z.output<O extends { readonly reads: infer R extends z.ZodType } ? R : O['response']>

type Item<O extends Operation> = Answer<O> extends { data: (infer T)[] } ? T : never

/** Any text is allowed in a filter: a service may know values that this version does not. */
export type ListOptions<Query extends z.ZodType> = {
  readonly [Name in Exclude<keyof z.input<Query>, 'order' | 'size' | 'cursor'>]?: string
} & { readonly order?: 'asc' | 'desc'; readonly size?: number } & CallOptions

/** A list is an async iterable of its items: pages are fetched as they are reached. */
type Method<O extends Operation> = O extends { readonly query: infer Q extends z.ZodType }
  ? (
      ...args: [...PathIds<O['path']>, options?: ListOptions<Q>]
    ) => AsyncGenerator<Item<O>, void, undefined>
  : (...args: [...PathIds<O['path']>, ...Body<O>, options?: CallOptions]) => Promise<Answer<O>>

/** Every operation as a method: ids of the path in order, then the body, then options. */
export type ClientOf<Table extends Operations> = {
  readonly [Name in keyof Table]: Method<Table[Name]>
}

/** The functions of a service, made from the table of its operations. */
export const createHttpClient = <Table extends Operations>(
  link: HttpLink,
  operations: Table,
): ClientOf<Table> => {
  const derived = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, methodOf(link, name, operation)]),
  )
  // A mapped type cannot be built row by row: `ClientOf` and `methodOf` read the table the same way.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return derived as ClientOf<Table>
}

const methodOf =
  (link: HttpLink, name: string, operation: Operation) =>
  (...args: unknown[]) => {
    const idCount = idsIn(operation.path).length
    const ids = args.slice(0, idCount).map(String)
    const rest = args.slice(idCount)
    const body = operation.request === undefined ? undefined : rest.shift()
    const { signal, ...filters } = optionsOf(rest[0])
    const call = { name, operation, ids, body, signal }
    return operation.query === undefined ? sendCall(link, call) : readItems(link, call, filters)
  }

const optionsOf = (value: unknown): CallOptions => (typeof value === 'object' && value) || {}

/** The paging of every list; the service judges the values of its filters. */
const listQuery = pageQuery.catchall(shortText.min(1, 'empty'))

const queryOf = ({ name, operation }: OperationCall, filters: object): Record<string, string> => {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(filters))
  const query: Record<string, string> = {}
  for (const field of ['order', 'size', ...Object.keys(operation.query?.shape ?? {})]) {
    const value = given.get(field)
    if (typeof value === 'string' || typeof value === 'number') query[field] = String(value)
  }
  checkInput(name, listQuery, query)
  return query
}

/** The items were checked with the whole answer; here only their presence matters. */
const anyPage = pageOf(z.unknown())

/** A list's items, page after page, until its cursor is null or empty. */
async function* readItems(
  link: HttpLink,
  call: OperationCall,
  filters: object,
): AsyncGenerator<unknown, void, undefined> {
  const query = queryOf(call, filters)
  const follow = cursorGuard(call.name)
  for (;;) {
    const { data, cursor } = anyPage.parse(await sendCall(link, { ...call, query }))
    yield* data
    if (cursor === null || cursor === undefined || cursor === '') return
    follow(cursor)
    query['cursor'] = cursor
  }
}
