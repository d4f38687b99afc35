import { bytesText, durationText } from '#values/text/format.ts'
import type { MoveProgress } from '#app/home/move-progress.ts'
import { percentText } from '#cli/terminal/progress-bar.ts'
import type { Session } from '#cli/session.ts'

/** How far it is, on one line of a terminal. */
export const drawMove =
  ({ terminal }: Session, done: string) =>
  ({ bytes, totalBytes, secondsLeft }: MoveProgress): void => {
    if (terminal.canDraw)
      terminal.draw(
        percentText(bytes, totalBytes),
        secondsLeft === null ? '' : `${durationText(secondsLeft)} left`,
        `${done} ${bytesText(bytes)} of ${bytesText(totalBytes)}`,
      )
  }

export const endDrawing = ({ terminal }: Session): void => {
  if (terminal.canDraw) terminal.draw('')
}
