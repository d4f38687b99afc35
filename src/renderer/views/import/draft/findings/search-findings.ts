import type { FindingFacts } from '../../../../../shared/calls/imports.ts'

/** Whether every word of the search stands somewhere in the finding. */
export const findingFits = (finding: FindingFacts, search: string): boolean => {
  const haystack = searchText(finding)
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word))
}

const searchText = ({ row, column, value, message }: FindingFacts): string =>
  `${row === null ? '' : `row ${row}`} ${column ?? ''} ${value ?? ''} ${message}`.toLowerCase()
