import { useDeferredValue, useEffect, useMemo } from 'react'
import type { IssueFacts } from '#shared/calls/imports.ts'
import { call } from '#renderer/bridge.ts'
import type { Pager } from '#renderer/views/import/pager.ts'
import { usePager } from '#renderer/views/import/use-pager.ts'
import { useIssueFilter } from './filter.ts'

/** The issues that match filter and search, by index in the list. */
export const useIssues = (draftId: string, revision: number) => {
  const { severity, rule, search } = useIssueFilter()
  const { pager, state } = usePager<IssueFacts>(
    JSON.stringify([draftId, severity, rule]),
    revision,
    async (offset, limit) => {
      const answer = await call('imports.issues', { draftId, offset, limit, rule, severity })
      return { items: answer.issues, total: answer.total }
    },
  )
  const wanted = useDeferredValue(search.trim())
  useEffect(() => {
    if (wanted !== '') pager.wantAll()
  }, [pager, wanted])
  const fitting = useMemo(
    () => (wanted === '' ? undefined : fittingOf(pager, state.total ?? 0, wanted)),
    // The pager holds the pages; its state changes with them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [pager, state, wanted],
  )
  const at = (index: number) => (fitting === undefined ? pager.at(index) : fitting[index])
  return {
    at,
    total: fitting?.length ?? state.total ?? 0,
    list: {
      at,
      want: fitting === undefined ? pager.want : () => undefined,
      isLoading: state.total === undefined,
      searched:
        fitting === undefined ? undefined : { loaded: state.loaded, total: state.total ?? 0 },
    },
    error: state.error === undefined ? undefined : messageOf(state.error),
    retry: pager.renew,
  }
}

const fittingOf = (
  pager: Pager<IssueFacts>,
  total: number,
  search: string,
): readonly IssueFacts[] => {
  const fitting: IssueFacts[] = []
  for (let index = 0; index < total; index += 1) {
    const issue = pager.at(index)
    if (issue !== undefined && issueFits(issue, search)) fitting.push(issue)
  }
  return fitting
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether the issue contains every word of the search. */
export const issueFits = (issue: IssueFacts, search: string): boolean => {
  const haystack = searchText(issue)
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word))
}

const searchText = ({ row, column, value, message }: IssueFacts): string =>
  `${row === null ? '' : `row ${row}`} ${column ?? ''} ${value ?? ''} ${message}`.toLowerCase()
