import { ActionIcon, Button, Stack, Tooltip } from '@mantine/core'
import { List, Pause, Play, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { change } from '#renderer/data/change.ts'
import { useCollectionName } from '#renderer/data/collection-name.ts'
import { isStopped, stagesOf } from '#renderer/data/imports.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { resumeImport } from '#renderer/stores/imports.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { CollectionLink } from '../../collections/collection-link.tsx'
import { sourceName } from '../new/dropped.ts'
import { EndedImport, WayOn } from './ended.tsx'
import { Failures, Notes, Skipped } from './failures.tsx'
import { isJobOver, overallOf } from './overall.ts'
import { Stages } from './stages.tsx'
import { Total } from './total.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run

/** How an import runs, or how it ended. */
export const Run = ({ job: id }: { readonly job: string }) => {
  const { data: job, error, refetch } = useCall('imports.job', { job: id })
  const name = useCollectionName(job)
  if (job === undefined)
    return (
      <Page title={text.importing.title}>
        {error === null ? (
          <div aria-busy />
        ) : (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const isChange = job.purpose === 'change'
  return (
    <Page
      from={<CollectionLink collectionRef={job} />}
      title={<CutText>{(isChange ? words.change : words).title(name ?? sourceName(job))}</CutText>}
      lead={isChange ? words.change.lead : <CutText>{words.lead(job.folder)}</CutText>}
      actions={<RunActions job={job} />}
    >
      <Stack gap="lg" maw="var(--page-width)">
        <Total job={job} name={name ?? sourceName(job)} />
        {!job.isRunningHere && <EndedImport job={job} />}
        <Stages job={job} />
        <Failures job={job} />
        <Skipped job={job} />
        <Notes job={job} />
      </Stack>
      {job.isRunningHere && <Announcer job={job.id} />}
    </Page>
  )
}

const RunActions = ({ job }: { readonly job: ImportJobView }) => {
  const go = useNavigation((store) => store.go)
  return (
    <>
      <Tooltip label={words.back}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={words.back}
          onClick={() => go({ view: 'import' })}
        >
          <List size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {!isJobOver(job) && (
        <IconButton icon={X} onClick={() => useQuestion.getState().ask({ about: 'import', job })}>
          {words.cancel}
        </IconButton>
      )}
      {job.isRunningHere && (
        <RunAction
          label={words.pause}
          icon={<Pause size={16} aria-hidden />}
          act={async () => {
            await change('imports.pause', { job: job.id })
          }}
        />
      )}
      {isStopped(job) && (
        <RunAction
          label={words.resume}
          icon={<Play size={16} aria-hidden />}
          act={() => resumeImport(job.id)}
        />
      )}
      {job.state === 'done' && job.purpose === 'add' && (
        <WayOn collectionRef={{ accountId: job.accountId, collectionId: job.collectionId }} />
      )}
    </>
  )
}

const RunAction = ({
  label,
  icon,
  act,
}: {
  readonly label: string
  readonly icon: ReactNode
  readonly act: () => Promise<void>
}) => {
  const [busy, setBusy] = useState(false)
  const click = async () => {
    setBusy(true)
    await attempt(act)
    setBusy(false)
  }
  return (
    <Button leftSection={icon} loading={busy} onClick={() => void click()}>
      {label}
    </Button>
  )
}

const spokenEveryMs = 10_000

/** Tells a screen reader how far the run is, at most every ten seconds. */
const Announcer = ({ job }: { readonly job: string }) => {
  const [line, setLine] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      // Read here instead of listened to: the events come much more often.
      const stages = stagesOf(job)
      if (stages === undefined) return
      const { done, total, percent, secondsLeft } = overallOf(stages)
      setLine(words.spoken(done, total, percent, words.left(secondsLeft)))
    }, spokenEveryMs)
    return () => clearInterval(timer)
  }, [job])
  return (
    <div role="status" className={ui['unseen']}>
      {line}
    </div>
  )
}
