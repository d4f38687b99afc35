import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { ImportJobView, ImportProgressView } from '#contract/imports/calls.ts'
import { callKey, callQuery } from './call-query.ts'
import { queryClient } from './query-client.ts'
import { useCall } from './use-call.ts'

/** Whether the job is stopped and can be resumed. */
export const isStopped = ({ state, isRunningHere }: ImportJobView): boolean =>
  !isRunningHere && (state === 'paused' || state === 'planned')

export const canResume = (job: ImportJobView): boolean => isStopped(job) || job.state === 'failed'

export const canCancel = ({ state }: ImportJobView): boolean =>
  state !== 'done' && state !== 'cancelled'

const none: readonly ImportJobView[] = []

/** All imports, newest first, with the first few failures of each. */
export const useJobs = (): readonly ImportJobView[] => useCall('imports.list', null).data ?? none

/** The progress of a run. Only events report it, so it is kept until the window closes. */
const progressQuery = (job: string) =>
  queryOptions<ImportProgressView>({
    queryKey: ['imports.progress', job],
    queryFn: skipToken,
    gcTime: Infinity,
  })

type Stages = ImportProgressView['stages']

/** The part of a run's stages that a view shows; renders again only when that part changes. */
export const useStages = <T>(job: string, select: (stages: Stages) => T): T | undefined =>
  useQuery({ ...progressQuery(job), select: ({ stages }) => select(stages) }).data

export const stagesOf = (job: string): Stages | undefined =>
  queryClient.getQueryData(progressQuery(job).queryKey)?.stages

/** The main process lists at most this many failures of a job. */
const maxFailures = 1_000

export const failedOf = (stages: Stages): number =>
  stages.reduce((sum, { failed }) => sum + failed, 0)

/** Stores a progress event. It has the number of failures; the job has the failures themselves. */
export const applyProgress = (progress: ImportProgressView): void => {
  const { job, stages } = progress
  queryClient.setQueryData(progressQuery(job).queryKey, progress)
  const listed = queryClient.getQueryData(callQuery('imports.list', null).queryKey)
  // Started elsewhere in this window (the sample), or its event arrived before the answer.
  if (listed?.find(({ id }) => id === job)?.isRunningHere !== true) refetch(['imports.list'])
  const known = queryClient.getQueryData(callQuery('imports.job', { job }).queryKey)
  if (known === undefined) return
  if (!known.isRunningHere || known.failures.length < Math.min(failedOf(stages), maxFailures))
    refetch(callKey('imports.job', { job }))
}

/** Events arrive up to ten times a second: a fetch that is under way is not restarted. */
const refetch = (queryKey: readonly unknown[]): void =>
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
