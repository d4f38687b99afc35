import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import { failedOf, useStages } from '#renderer/data/imports.ts'
import { reopenImport } from '#renderer/stores/imports.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { shortMessage } from '../draft/check/issue-cells.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run

type Report = ImportJobView['failures'][number]
type RowOf = { readonly row: number }
type SkippedRow = ImportJobView['skipped'][number]

const columns = [
  {
    key: 'row',
    title: words.failures.row,
    width: '4.5rem',
    align: 'end',
    sort: (a: RowOf, b: RowOf) => a.row - b.row,
    cell: ({ row }: RowOf) => String(row),
  },
  {
    key: 'token',
    title: words.failures.token,
    width: 'minmax(5rem, 8rem)',
    sort: (a: Report, b: Report) => naturalOrder(a.name, b.name),
    cell: ({ name, assetName }: Report) => <span title={`${name} · ${assetName}`}>{name}</span>,
  },
  {
    key: 'reason',
    title: words.failures.reason,
    width: 'minmax(12rem, 1fr)',
    sort: (a: Report, b: Report) => naturalOrder(a.message, b.message),
    cell: (report: Report) => <span title={report.message}>{shortMessage(report)}</span>,
  },
] as const

/** The tokens of a change are opened as a table again. */
const canFix = ({ purpose, isRunningHere, state }: ImportJobView): boolean =>
  purpose === 'add' && !isRunningHere && state !== 'cancelled'

/** Opens the ended import at the row, to repair and retry it. */
const fixColumn = (job: string): Column<Report> => ({
  key: 'fix',
  title: <span className={ui['unseen']}>{words.failures.action}</span>,
  width: '4.5rem',
  align: 'end',
  cell: ({ row }) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={words.failures.fixOf(row)}
      onClick={() => void attempt(() => reopenImport(job, row))}
    >
      {words.failures.fix}
    </Button>
  ),
})

/** What failed so far, with the reason. */
export const Failures = ({ job }: { readonly job: ImportJobView }) => {
  const running = useStages(job.id, failedOf) ?? 0
  const failed = job.isRunningHere ? Math.max(running, job.failures.length) : job.failed
  if (failed === 0) return null
  return (
    <Sheet title={words.failures.title(failed)}>
      <ReportTable
        label={words.failures.label}
        reports={job.failures}
        columns={canFix(job) ? [...columns, fixColumn(job.id)] : columns}
        reportKey={reportKey}
      >
        {job.failures.length < failed && words.failures.first(job.failures.length, failed)}
      </ReportTable>
    </Sheet>
  )
}

const reasonOf = ({ row, message }: SkippedRow): string =>
  message === null ? words.skipped.byUser : shortMessage({ row, message })

const skippedColumns = [
  columns[0],
  {
    key: 'reason',
    title: words.failures.reason,
    width: 'minmax(12rem, 1fr)',
    sort: (a: SkippedRow, b: SkippedRow) => naturalOrder(reasonOf(a), reasonOf(b)),
    cell: (skipped: SkippedRow) => <span title={reasonOf(skipped)}>{reasonOf(skipped)}</span>,
  },
] as const

/** The rows that the import left out, with the reason. */
export const Skipped = ({ job: { skipped, skippedRows } }: { readonly job: ImportJobView }) =>
  skippedRows === 0 ? null : (
    <Sheet title={words.skipped.title(skippedRows)}>
      <ReportTable
        label={words.skipped.label}
        reports={skipped}
        columns={skippedColumns}
        reportKey={({ row }) => String(row)}
      >
        {skipped.length < skippedRows && words.failures.first(skipped.length, skippedRows)}
      </ReportTable>
    </Sheet>
  )

/** What the images' process had to say about images that were taken all the same. */
export const Notes = ({ job: { notes } }: { readonly job: ImportJobView }) =>
  notes.length === 0 ? null : (
    <Sheet title={words.notes.title(notes.length)}>
      <ReportTable
        label={words.notes.label}
        reports={notes}
        columns={columns}
        reportKey={reportKey}
      />
    </Sheet>
  )

const reportKey = ({ row, assetName, message }: Report): string => `${row} ${assetName} ${message}`

/** A table of at most eight rows at a time. */
const ReportTable = <T,>({
  label,
  reports,
  columns,
  reportKey,
  children,
}: {
  readonly label: string
  readonly reports: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly reportKey: (report: T) => string
  readonly children?: ReactNode
}) => (
  <>
    <Stack gap={0} style={{ height: `${Math.min(8, reports.length) * 2.5 + 2.5}rem` }}>
      <VirtualTable rows={reports} columns={columns} rowKey={reportKey} label={label} />
    </Stack>
    <div className={ui['soft']}>{children}</div>
  </>
)
