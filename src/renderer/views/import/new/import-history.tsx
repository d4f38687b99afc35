import { Box, Button, Group } from '@mantine/core'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { canCancel, canResume, useJobs } from '#renderer/data/imports.ts'
import { useKnownName } from '#renderer/data/collection-name.ts'
import { resumeImport } from '#renderer/stores/imports.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { importEntries } from '#renderer/stores/menu-entries.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { CutText, When } from '#renderer/ui/text-parts.tsx'
import styles from './begin.module.css'
import { JobBadge } from '../job-state.tsx'
import { sourceName } from './dropped.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.earlier

type ImportParts = { readonly job: ImportJobView }

/** Which folder into which collection. */
export const ImportTitle = ({ job }: ImportParts) => {
  const name = useKnownName(job)
  return (
    <CutText full={job.folder || sourceName(job)}>
      {sourceName(job)}
      {name !== undefined && <span className={ui['soft']}> → {name}</span>}
    </CutText>
  )
}

/** Imports so far, newest first, with what can be done about each. */
export const ImportHistory = () => {
  const jobs = useJobs()
  if (jobs.length === 0) return <div className={ui['soft']}>{words.none}</div>
  return (
    <ul>
      {jobs.map((job) => (
        <li
          key={job.id}
          className={styles['job']}
          {...withMenu(sourceName(job), () => importEntries(job))}
        >
          <Box miw={0}>
            <ImportTitle job={job} />
            <div className={ui['soft']}>
              <When at={job.updatedAt} /> · {words.tokens(job.added, job.total)}
              {job.failed > 0 && ` · ${words.failed(job.failed)}`}
              {job.skippedRows > 0 && ` · ${words.skipped(job.skippedRows)}`}
            </div>
            <JobError job={job} />
          </Box>
          <JobBadge job={job} />
          <JobActions job={job} />
        </li>
      ))}
    </ul>
  )
}

/** Why an import stopped or a token failed, the first of many. */
const JobError = ({ job: { isRunningHere, state, reason, failures } }: ImportParts) => {
  const error = state === 'paused' ? reason : failures[0]?.message
  return isRunningHere || state === 'cancelled' || error === undefined || error === null ? null : (
    <Box c={state === 'failed' ? 'var(--bad)' : 'dimmed'} fz="sm">
      <CutText>{error}</CutText>
    </Box>
  )
}

const JobActions = ({ job }: ImportParts) => {
  const go = useNavigation((store) => store.go)
  const folder = sourceName(job)
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {canCancel(job) && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={words.cancelOf(folder)}
          onClick={() => useQuestion.getState().ask({ about: 'import', job })}
        >
          {words.cancel}
        </Button>
      )}
      {canResume(job) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.resumeOf(folder)}
          onClick={() => void attempt(() => resumeImport(job.id))}
        >
          {words.resume}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.showOf(folder)}
        onClick={() => go({ view: 'import', job: job.id })}
      >
        {words.show}
      </Button>
    </Group>
  )
}
