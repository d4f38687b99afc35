import { CircleCheck } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { FindingFacts, ImportDraft, TableEdit } from '../../../../../shared/calls/imports.ts'
import { call } from '../../../../bridge.ts'
import { useImports } from '../../../../stores/imports.ts'
import { text } from '../../../../text/en.ts'
import { Empty } from '../../../../ui/page.tsx'
import { Fault } from '../../../../ui/fault.tsx'
import styles from './findings.module.css'
import shared from '../../import.module.css'
import type { Pager } from '../../pager.ts'
import { usePager } from '../../use-pager.ts'
import { editTable } from '../edit-table.ts'
import { NextStep } from '../next-step.tsx'
import { FilePicker } from './file-picker.tsx'
import { useFindingFilter } from './filter.ts'
import type { CellPlace } from './finding-acts.ts'
import { FindingDetail } from './finding-detail.tsx'
import { FindingList } from './finding-list.tsx'
import { locateRow } from './locate-row.ts'
import { RowTable, type Target } from './row-table.tsx'
import { RuleList } from './rule-list.tsx'
import { findingFits } from './search-findings.ts'
import { Toolbar } from './toolbar.tsx'

const words = text.importing.draft.findings

/** What the plan found: by rule, one by one, each with its row; everything is mended here. */
export const Findings = ({ draft }: { readonly draft: ImportDraft }) => {
  const revision = useImports((store) => store.revision)
  const { list, at, total, error, retry } = useFindings(draft.id, revision)
  const rows = usePager(`${draft.id} rows`, revision, async (offset, limit) => {
    const answer = await call('imports.rows', { draftId: draft.id, offset, limit })
    return { items: answer.rows, total: answer.total }
  })
  const [index, setIndex] = useState(0)
  const [picking, setPicking] = useState<CellPlace>()
  const [said, setSaid] = useState('')
  const { severity, rule, begin, show } = useFindingFilter()
  useEffect(() => begin(draft), [begin, draft])
  useEffect(() => setIndex(0), [severity, rule])
  const hasNone = severity === 'error' && draft.counts.errors === 0
  useEffect(() => {
    // The last error was mended: show what is left.
    if (hasNone) show(null)
  }, [hasNone, show])
  const chosenIndex = Math.min(index, Math.max(0, total - 1))
  const chosen = at(chosenIndex)
  const { target, edit } = useTarget(chosen, rows.pager, rows.state.total, revision)

  const mend = async (work: () => Promise<boolean>) => {
    if (await work()) setSaid(words.mended(useImports.getState().draft?.counts.findings ?? 0))
  }
  const change = (edits: TableEdit[]) => void mend(() => editTable(edits))
  const mendAll = (ofRule: string) =>
    void mend(() =>
      useImports.getState().change((draftId) => call('imports.mendAll', { draftId, rule: ofRule })),
    )
  return (
    <div className={styles['findings']}>
      <Toolbar draft={draft} />
      <div className={styles['findingsMain']}>
        <RuleList draft={draft} />
        {error !== undefined ? (
          <Fault message={error} onRetry={retry} />
        ) : total === 0 && draft.counts.findings === 0 ? (
          <Empty
            icon={<CircleCheck size={28} aria-hidden />}
            title={words.none}
            action={<NextStep step="findings" />}
          >
            {words.noneText}
          </Empty>
        ) : (
          <FindingList
            list={list}
            total={total}
            chosen={chosenIndex}
            onChoose={setIndex}
            onMend={(found) => {
              if (found.mend !== undefined) change([found.mend.edit])
            }}
          />
        )}
      </div>
      <FindingDetail
        finding={chosen}
        hasRow={target !== undefined}
        onMend={(edits) => change(edits)}
        onMendAll={mendAll}
        onPickFile={setPicking}
        onEdit={edit}
      />
      <RowTable
        columns={draft.columns}
        pager={rows.pager}
        total={rows.state.total}
        version={rows.state}
        target={target}
        onEdit={(place, value) => change([setCell(place, value)])}
      />
      <div role="status" className={shared['hidden']}>
        {said}
      </div>
      {picking !== undefined && (
        <FilePicker
          draftId={draft.id}
          row={picking.row}
          onPick={(name) => {
            setPicking(undefined)
            change([setCell(picking, name)])
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </div>
  )
}

const setCell = ({ row, letter }: CellPlace, value: string): TableEdit => ({
  kind: 'set',
  row,
  column: letter,
  value,
})

/** The findings that the filter and the search let through, by their place in the list. */
const useFindings = (draftId: string, revision: number) => {
  const { severity, rule, search } = useFindingFilter()
  const { pager, state } = usePager<FindingFacts>(
    JSON.stringify([draftId, severity, rule]),
    revision,
    async (offset, limit) => {
      const answer = await call('imports.findings', { draftId, offset, limit, rule, severity })
      return { items: answer.findings, total: answer.total }
    },
  )
  const wanted = useDeferredValue(search.trim())
  useEffect(() => {
    if (wanted !== '') pager.wantAll()
  }, [pager, wanted])
  const fitting = useMemo(
    () => (wanted === '' ? undefined : fittingOf(pager, state.total ?? 0, wanted)),
    // The pages are in the pager: its state tells that they have changed.
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
  pager: Pager<FindingFacts>,
  total: number,
  search: string,
): readonly FindingFacts[] => {
  const fitting: FindingFacts[] = []
  for (let index = 0; index < total; index += 1) {
    const finding = pager.at(index)
    if (finding !== undefined && findingFits(finding, search)) fitting.push(finding)
  }
  return fitting
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Where the chosen finding's row stands now; `edit` opens its cell. */
const useTarget = (
  finding: FindingFacts | undefined,
  pager: Pager<{ readonly row: number }>,
  total: number | undefined,
  revision: number,
) => {
  const [target, setTarget] = useState<Target>()
  const row = finding?.row ?? null
  const letter = finding?.letter ?? null
  useEffect(() => {
    let isCurrent = true
    const locate = async () => {
      const index =
        row === null || total === undefined ? undefined : await locateRow(row, total, pager.fetch)
      if (isCurrent)
        setTarget(
          index === undefined || row === null ? undefined : { index, row, letter, edits: 0 },
        )
    }
    void locate()
    return () => {
      isCurrent = false
    }
    // After an edit rows may stand elsewhere.
  }, [row, letter, pager, total, revision])
  const edit = () =>
    setTarget((before) => (before === undefined ? before : { ...before, edits: before.edits + 1 }))
  return { target, edit }
}
