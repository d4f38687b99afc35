import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { ImportJobFacts, ImportProgressFacts } from '#shared/calls/imports.ts'
import { callKey, callQuery } from './call-query.ts'
import { queryClient } from './query-client.ts'
import { useCall } from './use-call.ts'

/** Whether the job stands still and can go on. */
export const isStopped = ({ state, isRunningHere }: ImportJobFacts): boolean =>
  !isRunningHere && (state === 'paused' || state === 'planned')

const none: readonly ImportJobFacts[] = []

/** All imports, newest first, with the first few failures of each. */
export const useJobs = (): readonly ImportJobFacts[] => useCall('imports.list', null).data ?? none

/** How far a run is. Only its events say so, so it stays for as long as the window. */
const progressQuery = (job: string) =>
  queryOptions<ImportProgressFacts>({
    queryKey: ['imports.progress', job],
    queryFn: skipToken,
    gcTime: Infinity,
  })

type Stages = ImportProgressFacts['stages']

/** What a view shows of a run's stages; drawn again only when that changes. */
export const useStages = <T>(job: string, select: (stages: Stages) => T): T | undefined =>
  useQuery({ ...progressQuery(job), select: ({ stages }) => select(stages) }).data

export const stagesOf = (job: string): Stages | undefined =>
  queryClient.getQueryData(progressQuery(job).queryKey)?.stages

/** As many failures the main process lists of one job. */
const maxFailures = 1_000

export const failedOf = (stages: Stages): number =>
  stages.reduce((sum, { failed }) => sum + failed, 0)

/** Takes an event of a run: it says how many tokens failed, and the job says which. */
export const applyProgress = (progress: ImportProgressFacts): void => {
  const { job, stages } = progress
  queryClient.setQueryData(progressQuery(job).queryKey, progress)
  const listed = queryClient.getQueryData(callQuery('imports.list', null).queryKey)
  // It was started elsewhere in this window (the sample), or before the call that started it answered.
  if (listed?.find(({ id }) => id === job)?.isRunningHere !== true) refetch(['imports.list'])
  const known = queryClient.getQueryData(callQuery('imports.job', { job }).queryKey)
  if (known === undefined) return
  if (!known.isRunningHere || known.failures.length < Math.min(failedOf(stages), maxFailures))
    refetch(callKey('imports.job', { job }))
}

/** The next event is a tenth of a second away: a fetch that is under way is not started again. */
const refetch = (queryKey: readonly unknown[]): void =>
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
