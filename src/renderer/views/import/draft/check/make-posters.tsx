import { Button } from '@mantine/core'
import { Clapperboard } from 'lucide-react'
import { durationText } from '#values/text/format.ts'
import { currentDraft } from '#renderer/data/import-draft.ts'
import { startPosters, usePosters } from '#renderer/stores/posters.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.issues.posters

/** Takes a still image from each video of the folder that has none, with progress and a way out. */
export const MakePosters = () => {
  const progress = usePosters((store) => store.progress)
  if (progress === undefined)
    return (
      <IconButton
        size="compact-sm"
        icon={Clapperboard}
        iconSize={14}
        onClick={() => {
          const draft = currentDraft()
          if (draft !== undefined) void startPosters(draft.id)
        }}
      >
        {words.make}
      </IconButton>
    )
  const { done, total, rate, secondsLeft, cancel } = progress
  const pace =
    secondsLeft === null
      ? null
      : { rate: text.importing.run.rate(rate), left: durationText(secondsLeft) }
  return (
    <>
      <span
        className={ui['soft']}
        role="progressbar"
        aria-label={words.label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words.making(done, total, pace)}
      >
        {words.making(done, total, pace)}
      </span>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        {text.common.cancel}
      </Button>
    </>
  )
}
