import type { ImportJobView } from '#contract/imports/calls.ts'
import type { JobStatus, Summary } from '#app/imports/summary.ts'

/** Details that only the process of the run has. */
export type LastRun = Pick<Summary, 'notes' | 'seconds' | 'places' | 'elsewhere'>

/** `listed`: a row of the list; otherwise everything that the job's page shows. */
const shown = { listed: 5, single: 1_000 } as const

export const jobAnswer = (
  { job, state, ...status }: JobStatus,
  here: { readonly isRunning: boolean; readonly last: LastRun | undefined },
  extent: keyof typeof shown,
): ImportJobView => ({
  id: job.id,
  state,
  isRunningHere: here.isRunning,
  accountId: job.account_id,
  collectionId: job.collection_id,
  folder: job.folder,
  total: status.total,
  added: status.added,
  failed: status.failed,
  left: status.left,
  reason: job.reason?.message ?? null,
  failures: status.failures.slice(0, shown[extent]).map(itemAnswer),
  skipped: status.skipped.slice(0, shown[extent]).map(({ row, message }) => ({ row, message })),
  skippedRows: status.skipped.length,
  notes: (here.last?.notes ?? []).slice(0, shown[extent]).map(itemAnswer),
  seconds: here.last?.seconds ?? null,
  places: [...(here.last?.places ?? [])],
  elsewhere: here.last?.elsewhere ?? { ipfs: 0, web: 0 },
  createdAt: job.created_at,
  updatedAt: job.updated_at,
})

const itemAnswer = (item: {
  readonly row: number
  readonly asset_name: string
  readonly message: string
}) => ({ row: item.row, assetName: item.asset_name, message: item.message })
