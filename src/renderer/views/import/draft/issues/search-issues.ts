import type { IssueFacts } from '#shared/calls/imports.ts'

/** Whether every word of the search stands somewhere in the issue. */
export const issueFits = (issue: IssueFacts, search: string): boolean => {
  const haystack = searchText(issue)
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word))
}

const searchText = ({ row, column, value, message }: IssueFacts): string =>
  `${row === null ? '' : `row ${row}`} ${column ?? ''} ${value ?? ''} ${message}`.toLowerCase()
