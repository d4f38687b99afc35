import type { ReactNode } from 'react'
import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { failedOf, useStages } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { VirtualTable } from '#renderer/ui/virtual.tsx'
import styles from './run.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run

type Reports = ImportJobFacts['failures'][number]

const columns = [
  {
    key: 'row',
    title: words.failures.row,
    width: '4.5rem',
    align: 'end',
    cell: ({ row }: Reports) => String(row),
  },
  {
    key: 'token',
    title: words.failures.token,
    width: 'minmax(6rem, 12rem)',
    cell: ({ assetName }: Reports) => <span title={assetName}>{assetName}</span>,
  },
  {
    key: 'reason',
    title: words.failures.reason,
    width: 'minmax(12rem, 1fr)',
    cell: ({ message }: Reports) => <span title={message}>{message}</span>,
  },
] as const

/** What failed so far, with the reason. */
export const Failures = ({ job }: { readonly job: ImportJobFacts }) => {
  const running = useStages(job.id, failedOf) ?? 0
  const failed = job.isRunningHere ? Math.max(running, job.failures.length) : job.failed
  if (failed === 0) return null
  return (
    <Sheet title={words.failures.title(failed)}>
      <Reports label={words.failures.label} reports={job.failures}>
        {job.failures.length < failed && words.failures.first(job.failures.length, failed)}
      </Reports>
    </Sheet>
  )
}

/** What the images' process had to say about images that were taken all the same. */
export const Notes = ({ job: { notes } }: { readonly job: ImportJobFacts }) =>
  notes.length === 0 ? null : (
    <Sheet title={words.notes.title(notes.length)}>
      <Reports label={words.notes.label} reports={notes} />
    </Sheet>
  )

const Reports = ({
  label,
  reports,
  children,
}: {
  readonly label: string
  readonly reports: readonly Reports[]
  readonly children?: ReactNode
}) => (
  <>
    <div
      className={styles['reports']}
      style={{ height: `${Math.min(8, reports.length) * 2.5 + 3}rem` }}
    >
      <VirtualTable
        rows={reports}
        columns={columns}
        rowKey={(one) => `${one.row} ${one.assetName} ${one.message}`}
        label={label}
      />
    </div>
    <div className={ui['second']}>{children}</div>
  </>
)
