import { Button } from '@mantine/core'
import { attempt } from '#renderer/stores/notices.ts'
import { isStopped, useJobs } from '#renderer/data/imports.ts'
import { resumeImport } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { ImportTitle } from './import-history.tsx'

const words = text.importing.earlier

/** The newest import that stands still, offered before anything else. */
export const Stopped = () => {
  const jobs = useJobs()
  const job = jobs.find(isStopped)
  const running = jobs.find(({ isRunningHere }) => isRunningHere)
  const go = useNavigation((store) => store.go)
  if (running !== undefined)
    return (
      <Note
        action={
          <Button size="compact-sm" onClick={() => go({ view: 'import', job: running.id })}>
            {words.show}
          </Button>
        }
      >
        {text.importing.states.running}: <ImportTitle job={running} />
      </Note>
    )
  if (job === undefined) return null
  return (
    <Note
      action={
        <Button size="compact-sm" onClick={() => void attempt(() => resumeImport(job.id))}>
          {words.resume}
        </Button>
      }
    >
      <div>{words.stopped(job.added, job.total)}</div>
      <ImportTitle job={job} />
    </Note>
  )
}
