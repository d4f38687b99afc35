import { dateText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'

/** What a list by days holds, newest first. */
export type Dated = { readonly id: number; readonly at: string }

/** A line of the list: the heading of a day, or an item. */
export type DayRow<T> =
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | { readonly kind: 'item'; readonly key: string; readonly item: T }

/** Items, newest first, with a heading before each day of the user's own calendar. */
export const dayRows = <T extends Dated>(
  items: readonly T[],
  now: number,
): readonly DayRow<T>[] => {
  const lines: DayRow<T>[] = []
  let day: string | undefined
  for (const item of items) {
    const key = dayKey(new Date(item.at))
    if (key !== day) {
      day = key
      lines.push({ kind: 'day', key: `day ${key}`, title: dayTitle(item.at, now) })
    }
    lines.push({ kind: 'item', key: String(item.id), item })
  }
  return lines
}

/** `Today`, `Yesterday`, the weekday within a week, else the date. */
export const dayTitle = (at: string, now: number): string => {
  const date = new Date(at)
  const days = daysBetween(date, new Date(now))
  if (days === 0) return text.events.today
  if (days === 1) return text.events.yesterday
  return dateText(date, days > 1 && days < 7 ? 'weekday' : 'longDate')
}

const dayKey = (date: Date): string =>
  `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

/** Calendar days from one to the other, whatever the hours of a day with a clock change. */
const daysBetween = (from: Date, to: Date): number =>
  Math.round((noonOf(to) - noonOf(from)) / 86_400_000)

const noonOf = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)
