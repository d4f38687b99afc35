import type { LogEntry } from '../../../shared/calls/facts.ts'
import { text } from '../../text/en.ts'

/** A line of the list: the heading of a day, or an entry. */
export type LogLine =
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: LogEntry }

/** Entries, newest first, with a heading before each day of the user's own calendar. */
export const logLines = (entries: readonly LogEntry[], now: number): readonly LogLine[] => {
  const lines: LogLine[] = []
  let day: string | undefined
  for (const entry of entries) {
    const key = dayKey(new Date(entry.at))
    if (key !== day) {
      day = key
      lines.push({ kind: 'day', key: `day ${key}`, title: dayTitle(entry.at, now) })
    }
    lines.push({ kind: 'entry', key: String(entry.id), entry })
  }
  return lines
}

/** `Today`, `Yesterday`, the weekday within a week, else the date. */
export const dayTitle = (at: string, now: number): string => {
  const date = new Date(at)
  const days = daysBetween(date, new Date(now))
  if (days === 0) return text.events.today
  if (days === 1) return text.events.yesterday
  return (days > 1 && days < 7 ? recent : dated).format(date)
}

const recent = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const dated = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

const dayKey = (date: Date): string =>
  `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

/** Calendar days from one to the other, whatever the hours of a day with a clock change. */
const daysBetween = (from: Date, to: Date): number =>
  Math.round((noonOf(to) - noonOf(from)) / 86_400_000)

const noonOf = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)
