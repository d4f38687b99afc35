import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/window/calls.ts'
import type { RowOrder } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { call, CallError } from '../bridge.ts'
import { asCallError, callQuery } from './call-query.ts'
import { queryClient } from './query-client.ts'
import { useCall } from './use-call.ts'

/** The import that is being prepared; null: none is. Undefined until the main process has answered. */
export const useDraft = (): ImportDraft | null | undefined => {
  const { data } = useCall('imports.drafts', null)
  return data === undefined ? undefined : (data.at(-1) ?? null)
}

export const currentDraft = (): ImportDraft | undefined =>
  queryClient.getQueryData(callQuery('imports.drafts', null).queryKey)?.at(-1)

const changes = {
  mutationKey: ['imports.draft'],
  // Mutations of one scope run one after the other.
  scope: { id: 'imports.draft' },
  gcTime: 0,
} as const

/**
 * Changes the draft: one change after the other, in the order they were asked for.
 * @param work gets the draft as the change before left it
 * @throws CallError what `work` throws
 */
export const changeDraft = (work: (draft: ImportDraft) => Promise<unknown>): Promise<void> =>
  queryClient
    .getMutationCache()
    .build<void, Error, void, unknown>(queryClient, {
      ...changes,
      mutationFn: async () => {
        const draft = currentDraft()
        if (draft !== undefined) await work(draft).catch(forgetIfClosed)
      },
    })
    .execute()

const forgetIfClosed = async (error: unknown): Promise<never> => {
  if (error instanceof CallError && error.code === 'not_found')
    await queryClient.invalidateQueries({ queryKey: ['imports.drafts'] })
  throw error
}

/** Whether a change is under way or waits for its turn. */
export const useIsDraftChanging = (): boolean =>
  useIsMutating({ mutationKey: changes.mutationKey }) > 0

/** The lists of a draft come in pages of this many items; each item asks for its own page. */
export const pageSize = 500

/** Of a list of the draft, the page that holds the item. */
export const pageAt = (draftId: string, index: number) => ({
  draftId,
  offset: index - (index % pageSize),
  limit: pageSize,
})

/** The same of its tokens, those with an error before the others. */
export const tokensAt = (draftId: string, index: number) => ({
  ...pageAt(draftId, index),
  errorsFirst: true,
})

export type DraftRow = CallOutput<'imports.rows'>['rows'][number]

/** The same of the table's rows in an order. */
export const rowsAt = (draftId: string, order: RowOrder | undefined, index: number) => ({
  ...pageAt(draftId, index),
  order,
})

export const useRow = (
  draftId: string,
  order: RowOrder | undefined,
  index: number,
): DraftRow | undefined =>
  useCall('imports.rows', rowsAt(draftId, order, index)).data?.rows[index % pageSize]

/** The rows from one index to another, both included. */
export const fetchRows = async (
  draftId: string,
  order: RowOrder | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly DraftRow[]> => {
  const first = from - (from % pageSize)
  const rows: DraftRow[] = []
  for (let at = first; at <= to; at += pageSize)
    rows.push(
      ...(await queryClient.fetchQuery(callQuery('imports.rows', rowsAt(draftId, order, at)))).rows,
    )
  return rows.slice(from - first, to - first + 1)
}

/** Shows a change of a row before its page is fetched again. */
export const replaceRow = (
  draftId: string,
  order: RowOrder | undefined,
  index: number,
  row: DraftRow,
): void => {
  queryClient.setQueryData(
    callQuery('imports.rows', rowsAt(draftId, order, index)).queryKey,
    (known) => known && { ...known, rows: known.rows.with(index % pageSize, row) },
  )
}

/** The target row, its current index, and its cell. */
export type TargetRow = {
  readonly index: number
  readonly row: number
  readonly letter: string | null
}

type Wanted = {
  readonly draftId: string
  readonly order: RowOrder | undefined
  /** Null: there is no target. */
  readonly row: number | null
  readonly letter: string | null
}

/** The current index of a row, which an edit and another order may change. */
export const useTarget = (wanted: Wanted): TargetRow | undefined =>
  useQuery({
    queryKey: ['imports.rows', 'target', wanted],
    queryFn: (): Promise<TargetRow | null> => asCallError(locateTarget(wanted)),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  }).data ?? undefined

const locateTarget = async ({ row, letter, ...table }: Wanted): Promise<TargetRow | null> => {
  if (row === null) return null
  const { index } = await call('imports.rowIndex', { ...table, row })
  return index === null ? null : { index, row, letter }
}
