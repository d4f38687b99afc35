import { Button, Loader } from '@mantine/core'
import type { ReadingView } from '#contract/imports/draft-view.ts'
import { durationText, numberText } from '#values/text/format.ts'
import { call } from '#renderer/bridge.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.newImport

/** How far the reading of a folder is, and a way to stop it. Rendered while one is under way. */
export const ReadingProgressBar = () => {
  const reading = useEvent('imports.reading')
  return (
    <div className={ui['inline']}>
      <Loader size="xs" aria-hidden />
      {/* The sentence alone is read out: the numbers change four times a second. */}
      <span role="status">{words.reading}</span>
      {reading !== undefined && (
        <span className={`${ui['soft']} ${ui['number']}`}>{stepText(reading)}</span>
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void attempt(() => call('imports.stopReading', null))}
      >
        {words.stopReading}
      </Button>
    </div>
  )
}

const stepText = ({ step, done, total, secondsLeft }: ReadingView): string => {
  const left = secondsLeft === null || secondsLeft < 1 ? [] : [durationText(secondsLeft)]
  return [
    words.readingSteps[step](done, numberText(total ?? done)),
    ...left.map(words.readingLeft),
  ].join(' · ')
}
