import { useEffect, useState } from 'react'
import type { IssueFacts } from '#shared/calls/imports.ts'
import type { Pager } from '#renderer/views/import/pager.ts'
import type { Target } from './grid-cells.ts'
import { locateRow } from './locate-row.ts'

/** The current position of the selected issue's row. */
export const useTarget = (
  issue: IssueFacts | undefined,
  pager: Pager<{ readonly row: number }>,
  total: number | undefined,
  revision: number,
) => {
  const [target, setTarget] = useState<Target>()
  const row = issue?.row ?? null
  const letter = issue?.letter ?? null
  useEffect(() => {
    let isCurrent = true
    const locate = async () => {
      const index =
        row === null || total === undefined ? undefined : await locateRow(row, total, pager.fetch)
      if (isCurrent)
        setTarget(index === undefined || row === null ? undefined : { index, row, letter })
    }
    void locate()
    return () => {
      isCurrent = false
    }
    // An edit may have moved rows.
  }, [row, letter, pager, total, revision])
  return target
}
