import { Tooltip } from '@mantine/core'
import { dateText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import ui from '#renderer/ui/parts.module.css'

/** The time that a buyer still has, counted down in place. Not a live region: it changes each second. */
export const TimeLeft = ({ endsAt }: { readonly endsAt: string }) => {
  const now = useNow(1_000)
  return (
    <Tooltip label={dateText(endsAt)}>
      <span className={ui['number']} role="timer">
        {Date.parse(endsAt) <= now ? text.sales.list.over : countdownText(endsAt, now)}
      </span>
    </Tooltip>
  )
}

/** `4:09`, `1:04:09`: hours, minutes and seconds that are left, never less than none. */
export const countdownText = (endsAt: string, now: number): string => {
  const left = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(left / 3600),
    Math.floor((left % 3600) / 60),
    left % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
