import { Button, Loader, Tooltip } from '@mantine/core'
import type { ImageCheckView } from '#contract/imports/draft-view.ts'
import { durationText } from '#values/text/format.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.imageCheck

/** How far the draft's images are decoded. It goes on while the user works, and may be stopped. */
export const ImageCheckPanel = ({ draftId }: { readonly draftId: string }) => {
  const { data: check } = useCall('imports.imageCheck', { draftId })
  if (check === undefined || check.total === 0) return null
  const run = (goesOn: boolean) => () =>
    void attempt(() => change('imports.checkImages', { draftId, run: goesOn }))
  return (
    <>
      {check.state === 'running' && (
        <span className={ui['mark']}>
          <Progress check={check} />
          <Act label={words.stop} hint={words.stopHint} onClick={run(false)} />
        </span>
      )}
      {/* read out once, at the end */}
      <span role="status" className={ui['mark']}>
        {check.state !== 'running' && stillText(check)}
        {check.state === 'stopped' && (
          <Act
            label={check.error === null ? words.resume : words.again}
            hint={check.error ?? words.resumeHint}
            onClick={run(true)}
          />
        )}
      </span>
    </>
  )
}

const stillText = ({ state, checked, total, error }: ImageCheckView): string => {
  if (error !== null) return words.failed
  return state === 'done' ? words.done(total) : words.stopped(checked, total)
}

const Progress = ({
  check: { checked, total, secondsLeft },
}: {
  readonly check: ImageCheckView
}) => {
  const left = secondsLeft === null ? null : durationText(roundTime(secondsLeft))
  return (
    <>
      <Loader size="xs" aria-hidden />
      <span
        role="progressbar"
        aria-label={words.label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={checked}
        aria-valuetext={words.running(checked, total, left)}
      >
        {words.label}: {words.running(checked, total, left)}
      </span>
    </>
  )
}

/** Beyond two minutes the seconds only distract. */
const roundTime = (seconds: number): number =>
  seconds < 120 ? seconds : Math.round(seconds / 60) * 60

const Act = ({
  label,
  hint,
  onClick,
}: {
  readonly label: string
  readonly hint: string
  readonly onClick: () => void
}) => (
  <Tooltip label={hint}>
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {label}
    </Button>
  </Tooltip>
)
