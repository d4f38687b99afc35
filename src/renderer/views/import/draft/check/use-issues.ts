import { useQueries } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { IssueView } from '#contract/imports/draft-view.ts'
import { callQuery } from '#renderer/data/call-query.ts'
import { pageAt, pageSize } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'

/** Issues by index: from the pages of a list, or those that a search found. */
export type IssueSource = {
  readonly pageAt: (index: number) => CallInput<'imports.issues'>
  readonly found: readonly IssueView[] | undefined
}

/** Undefined until its page is loaded. */
export const useIssue = (list: IssueSource, index: number): IssueView | undefined => {
  const page = useCall('imports.issues', list.found === undefined ? list.pageAt(index) : undefined)
  return list.found === undefined ? page.data?.issues[index % pageSize] : list.found[index]
}

/** The issues that match filter and search: without a rule or a search, many of one rule are one line. */
export const useIssues = (draftId: string) => {
  const { rule, search, showsNotes, isFlat } = useIssueFilter()
  const wanted = useDeferredValue(search.trim())
  const isGrouped = rule === null && wanted === '' && !isFlat
  const severity = rule === null && !showsNotes ? ('notable' as const) : null
  const issuesAt = (index: number) => ({ ...pageAt(draftId, index), severity, rule, isGrouped })
  const { data: first, error, refetch } = useCall('imports.issues', issuesAt(0))
  const total = first?.total ?? 0
  const pages = wanted === '' ? 0 : Math.ceil(total / pageSize)
  const loaded = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      callQuery('imports.issues', issuesAt(page * pageSize)),
    ),
    combine: issuesOf,
  })
  const found = useMemo(
    () => (wanted === '' ? undefined : loaded.filter((issue) => issueFits(issue, wanted))),
    [loaded, wanted],
  )
  return {
    list: { pageAt: issuesAt, found },
    total: found?.length ?? total,
    isLoading: first === undefined,
    /** Progress of a search; undefined without one. */
    searched: found === undefined ? undefined : { loaded: loaded.length, total },
    error,
    retry: () => void refetch(),
  }
}

const issuesOf = (
  pages: readonly { readonly data: CallOutput<'imports.issues'> | undefined }[],
): readonly IssueView[] => pages.flatMap(({ data }) => data?.issues ?? [])

/** Whether the issue contains every word of the search. */
export const issueFits = (issue: IssueView, search: string): boolean => {
  const haystack = searchText(issue)
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word))
}

const searchText = ({ row, column, value, message }: IssueView): string =>
  `${row === null ? '' : `row ${row}`} ${column ?? ''} ${value ?? ''} ${message}`.toLowerCase()
