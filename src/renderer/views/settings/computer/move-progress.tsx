import { useEffect, useState } from 'react'
import type { HomeProgress } from '#contract/home/calls.ts'
import { bytesText } from '#values/text/format.ts'
import { listen } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'
import { TimedProgressBar } from '#renderer/ui/timed-progress.tsx'

const words = text.computer

/** How far the export or import is, with the time left. */
export const MoveProgressBar = ({ what }: Pick<HomeProgress, 'what'>) => {
  const [progress, setProgress] = useState<HomeProgress>()
  useEffect(
    () => listen('home.progress', (now) => (now.what === what ? setProgress(now) : undefined)),
    [what],
  )
  const { bytes = 0, totalBytes = 0, secondsLeft = null } = progress ?? {}
  return (
    <TimedProgressBar
      done={bytes}
      total={totalBytes}
      label={words.progress[what]}
      details={[
        progress === undefined
          ? words.preparing
          : words.progressText(bytesText(bytes), bytesText(totalBytes)),
      ]}
      secondsLeft={secondsLeft}
    />
  )
}
