import { Box, Button, Group } from '@mantine/core'
import type { PinCheckResult } from '#contract/pins/pin-target.ts'
import type { PinChecksView } from '#contract/pins/calls.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { When } from '#renderer/ui/text-parts.tsx'
import { JobProgress } from '#renderer/ui/job-progress.tsx'
import { PinBadge } from './pin-badge.tsx'
import { SheetAction } from './section.tsx'

const words = text.settings.pinChecks

/** Checks a pin target and repairs it, in the background; how far that is, and the last result. */
export const PinCheckPanel = ({
  name,
  title,
}: {
  readonly name: string
  readonly title: string
}) => {
  const { data } = useCall('pins.checks', null)
  if (data === undefined) return null
  const { running, results } = data
  const result = results.find((candidate) => candidate.name === name)
  const start = (repairs: boolean) =>
    void attempt(() =>
      withVault(text.settings.pinning.reason, () => change('pins.check', { name, repairs })),
    )
  return (
    <Box mt="md">
      {running?.name === name ? (
        <Running running={running} title={title} />
      ) : (
        <>
          <div role="status">{result !== undefined && <Result result={result} />}</div>
          <Group gap="xs" mt="md" align="flex-start">
            <SheetAction
              label={words.verifyOf(title)}
              disabled={running !== null}
              onClick={() => start(false)}
            >
              {words.verify}
            </SheetAction>
            {lacksFiles(result) && (
              <Button
                size="xs"
                aria-label={words.repairOf(title)}
                disabled={running !== null}
                onClick={() => start(true)}
              >
                {words.repair}
              </Button>
            )}
          </Group>
        </>
      )}
    </Box>
  )
}

const lacksFiles = (result: PinCheckResult | undefined): boolean =>
  result !== undefined && result.check !== null && result.check.sound < result.check.files

const Running = ({
  running: { step, done, total, secondsLeft },
  title,
}: {
  readonly running: NonNullable<PinChecksView['running']>
  readonly title: string
}) => (
  <JobProgress
    done={done}
    total={total}
    label={words.steps[step](title)}
    details={[words.progress[step](done, total)]}
    secondsLeft={secondsLeft}
    stop={words.stop}
    stopLabel={words.stopOf(title)}
    onStop={() => void attempt(() => change('pins.stopCheck', null))}
  />
)

/** One line for each place, and what is wrong on this computer. */
const Result = ({ result }: { readonly result: PinCheckResult }) => {
  const { error, check, repaired, at } = result
  return (
    <div className={ui['stack']}>
      {error !== null && (
        <ErrorAlert error={{ message: error.message, details: error.details ?? {} }} />
      )}
      {check !== null && (
        <div>
          <PinBadge isSound={!lacksFiles(result)}>
            {lacksFiles(result) ? words.lacking : words.sound}
          </PinBadge>{' '}
          {words.files(check.sound, check.files)}
        </div>
      )}
      {check !== null && check.damaged > 0 && <div>{words.damaged(check.damaged)}</div>}
      {check?.places.map(({ place, sound, unread, unpinned, incomplete }) => (
        <div key={place}>{words.place(place, { sound, unread, unpinned, incomplete })}</div>
      ))}
      {repaired !== null && <div>{words.repaired(repaired)}</div>}
      {repaired?.reasons.map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
      <div className={ui['soft']}>
        {words.checked} <When at={at} />
      </div>
    </div>
  )
}
