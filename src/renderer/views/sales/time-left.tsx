import { Tooltip } from '@mantine/core'
import { dateText } from '#shared/format.ts'
import { text } from '#renderer/text/en.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { countdownText } from './countdown.ts'
import styles from './sales.module.css'

/** The time that a buyer still has, counted down in place. Not a live region: it changes each second. */
export const TimeLeft = ({ endsAt }: { readonly endsAt: string }) => {
  const now = useNow(1_000)
  return (
    <Tooltip label={dateText(endsAt)}>
      <span className={styles['left']} role="timer">
        {Date.parse(endsAt) <= now ? text.sales.list.over : countdownText(endsAt, now)}
      </span>
    </Tooltip>
  )
}
