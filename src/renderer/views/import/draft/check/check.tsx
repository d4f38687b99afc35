import { Group, SegmentedControl } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { RowOrder } from '#contract/imports/calls.ts'
import type { ImportDraft, TableEdit } from '#contract/imports/draft-view.ts'
import { change } from '#renderer/data/change.ts'
import { currentDraft, rowsAt, useTarget } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import type { Sort } from '#renderer/ui/sort.ts'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import styles from './check.module.css'
import { editDraftTable } from '../edit-table.ts'
import { NextStep, StepFoot } from '../step-foot.tsx'
import { checkedOf, isOfFiles } from '../steps.ts'
import { FilePicker } from './file-picker.tsx'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import type { IssueCellRef } from './issue-cells.ts'
import { IssueDetail } from './issue-detail.tsx'
import { IssueList } from './issue-list.tsx'
import { RowTable } from './row-table.tsx'
import { TableBar } from './table-bar.tsx'
import type { CellRange } from './grid-cells.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { RuleList } from './rule-list.tsx'
import { IssueToolbar } from './toolbar.tsx'
import { type IssueSource, useIssue, useIssues } from './use-issues.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.issues

/** The plan's issues, the gravest first, each with its picture. Everything is fixed here. */
export const Check = ({ draft }: { readonly draft: ImportDraft }) => {
  const { list, total, isLoading, searched, error, retry } = useIssues(draft.id)
  const [sort, setSort] = useState<Sort>()
  const order = orderOf(sort)
  const { data: rows } = useCall('imports.rows', rowsAt(draft.id, order, 0))
  const { data: check } = useCall('imports.imageCheck', { draftId: draft.id })
  const [index, setIndex] = useState(0)
  const [picking, setPicking] = useState<IssueCellRef>()
  const { newImport, rule, showsNotes, pickRule } = useIssueFilter()
  useEffect(() => newImport(draft), [newImport, draft])
  useEffect(() => setIndex(0), [rule, showsNotes])
  useWantedRow(draft.id, list, setIndex)
  const chosenIndex = Math.min(index, Math.max(0, total - 1))
  const chosen = useIssue(list, chosenIndex)
  const target = useTarget({
    draftId: draft.id,
    order,
    row: chosen?.row ?? null,
    letter: chosen?.letter ?? null,
  })
  const [opened, setOpened] = useState(0)
  const isLow = useWindowHeight() !== 'normal'
  const [prefersTable, setPrefersTable] = useState(false)
  const main = useRef<HTMLDivElement>(null)
  const cellEdits = useCellEdits({ draft, order, total: rows?.total ?? 0 })
  const [range, setRange] = useState<CellRange>({ top: 0, bottom: 0, left: 0, right: 0 })

  const { said, edit, fixAll } = useFixes(main)
  const { errors, warnings, issues } = draft.counts
  const checked = checkedOf(check)
  const isClean = errors + warnings === 0 && rule === null && !showsNotes
  const hasTable = !isOfFiles(draft) || opened > 0
  // The cells are all that there is to do.
  const isReady = isClean && hasTable
  // A low window has room for one of both.
  const isEither = isLow && hasTable && !isReady
  const showsTable = isEither ? prefersTable : hasTable
  const showsList = !isEither || !prefersTable
  return (
    <>
      <div
        className={styles['issues']}
        data-shows={isReady || !showsList ? 'table' : showsTable ? 'both' : 'list'}
      >
        <IssueToolbar draft={draft}>
          {isEither && (
            <ListOrTable
              showsTable={prefersTable}
              onChange={(isTable) => {
                setPrefersTable(isTable)
                setOpened(0)
              }}
            />
          )}
        </IssueToolbar>
        {showsList && (
          <div ref={main} className={styles['issuesMain']}>
            <RuleList draft={draft} />
            {error !== null ? (
              <ErrorAlert error={error} onRetry={retry} />
            ) : isClean ? (
              <NoIssues draft={draft} checked={checked} />
            ) : (
              <IssueList
                list={list}
                isLoading={isLoading}
                searched={searched}
                draft={draft}
                rule={rule}
                topic={`${rule} ${showsNotes}`}
                total={total}
                chosen={chosenIndex}
                onChoose={setIndex}
                onOpen={pickRule}
                onFix={(found) => {
                  if (found.count !== undefined) fixAll(found.rule)
                  else if (found.fix !== undefined) edit([found.fix.edit])
                }}
              />
            )}
          </div>
        )}
        {!isReady && (
          <IssueDetail
            draft={draft}
            issue={isClean ? undefined : chosen}
            hasIssues={!isClean && issues > 0}
            explainsRule={rule === null}
            hasRow={target !== undefined}
            onFix={edit}
            onFixAll={fixAll}
            onPickFile={setPicking}
            onEdit={() => {
              setPrefersTable(true)
              setOpened((before) => before + 1)
            }}
          />
        )}
        {showsTable && (
          <div className={styles['table']}>
            <TableBar draft={draft} onFillDown={() => cellEdits.fillDown(range)} />
            <RowTable
              draft={draft}
              total={rows?.total ?? 0}
              order={order}
              sorting={{ sort, onSort: setSort }}
              target={target}
              opened={opened}
              onEdit={(cellRef, value) => edit([setCell(cellRef, value)])}
              onSelect={setRange}
              cellEdits={cellEdits}
            />
          </div>
        )}
        <div role="status" className={ui['unseen']}>
          {said}
        </div>
        {picking !== undefined && (
          <FilePicker
            draftId={draft.id}
            row={picking.row}
            onPick={(name) => {
              setPicking(undefined)
              edit([setCell(picking, name)])
            }}
            onClose={() => setPicking(undefined)}
          />
        )}
      </div>
      <StepFoot next={<NextStep draft={draft} step="check" />} />
    </>
  )
}

const ListOrTable = ({
  showsTable,
  onChange,
}: {
  readonly showsTable: boolean
  readonly onChange: (showsTable: boolean) => void
}) => (
  <SegmentedControl
    size="xs"
    aria-label={words.shown.label}
    data={[
      { value: 'list', label: words.list },
      { value: 'table', label: words.shown.table },
    ]}
    value={showsTable ? 'table' : 'list'}
    onChange={(shown) => onChange(shown === 'table')}
  />
)

/** Says in a line that there is nothing to fix, so that the table has the room. */
const NoIssues = ({
  draft,
  checked,
}: {
  readonly draft: ImportDraft
  readonly checked: ReturnType<typeof checkedOf>
}) => (
  <Group gap="sm" wrap="nowrap" align="flex-start" p="sm">
    <CircleCheck size={20} color="var(--good)" style={{ flex: 'none' }} aria-hidden />
    {draft.purpose === 'change' ? (
      <p className={ui['soft']}>{text.importing.draft.change.ready}</p>
    ) : (
      <div>
        <h2 className={ui['strong']}>{checked === 'done' ? words.none : words.noneSoFar}</h2>
        <p className={ui['soft']}>{checked === 'done' ? words.noneText : words.noneYet[checked]}</p>
      </div>
    )}
  </Group>
)

const orderOf = (sort: Sort | undefined): RowOrder | undefined =>
  sort === undefined ? undefined : { letter: sort.column, isDescending: sort.isDescending }

const setCell = ({ row, letter }: IssueCellRef, value: string): TableEdit => ({
  kind: 'set',
  row,
  column: letter,
  value,
})

/** Changes the table, reports the result, and keeps the focus in the list. */
const useFixes = (main: RefObject<HTMLDivElement | null>) => {
  const [said, setSaid] = useState('')
  const fix = async (work: () => Promise<boolean>) => {
    if (!(await work())) return
    // The pressed button may be gone with its issue: the focus moves to the next.
    setTimeout(() => {
      if (document.activeElement === document.body)
        main.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
    }, 50)
    setSaid(words.fixed(currentDraft()?.counts.issues ?? 0))
  }
  const edit = (edits: TableEdit[]) => void fix(() => editDraftTable(edits))
  const fixAll = (ofRule: string) =>
    void fix(() =>
      editDraft(({ id: draftId }) => change('imports.fixAll', { draftId, rule: ofRule })),
    )
  return { said, edit, fixAll }
}

/** Chooses the first issue of the row that another view asked for. */
const useWantedRow = (
  draftId: string,
  list: IssueSource,
  choose: (index: number) => void,
): void => {
  const { wantedRow, draftId: shown, seek } = useIssueFilter()
  const isWanted = wantedRow !== undefined && shown === draftId
  const { data } = useCall('imports.issues', isWanted ? list.pageAt(0) : undefined)
  useEffect(() => {
    if (!isWanted || data === undefined) return
    const index = data.issues.findIndex(({ row }) => row === wantedRow)
    if (index >= 0) choose(index)
    seek(undefined)
  }, [isWanted, wantedRow, data, choose, seek])
}
