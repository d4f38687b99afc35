import { Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { HomeProgress } from '#shared/calls/home.ts'
import { bytesText, durationText } from '#shared/format.ts'
import { listen } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.computer

/** How far the export or import is, with the time left. */
export const MoveProgress = ({ what }: Pick<HomeProgress, 'what'>) => {
  const [progress, setProgress] = useState<HomeProgress>()
  useEffect(
    () => listen('home.progress', (now) => (now.what === what ? setProgress(now) : undefined)),
    [what],
  )
  const { bytes = 0, totalBytes = 0, secondsLeft = null } = progress ?? {}
  return (
    <div>
      <Progress
        value={totalBytes === 0 ? 0 : (bytes * 100) / totalBytes}
        aria-label={words.progress[what]}
      />
      <p className={ui['soft']} role="status">
        {progress === undefined
          ? words.preparing
          : [
              words.progressText(bytesText(bytes), bytesText(totalBytes)),
              ...(secondsLeft === null ? [] : [text.picking.left(durationText(secondsLeft))]),
            ].join(' · ')}
      </p>
    </div>
  )
}
