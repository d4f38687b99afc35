import { describe, expect, it } from 'vitest'
import type { LogEntry } from '#contract/log/entry.ts'
import { dayTitle, dayRows } from '#renderer/views/events/day-rows.ts'

const local = (day: number, hour: number, month = 10): string =>
  new Date(2026, month, day, hour).toISOString()
const now = new Date(2026, 10, 21, 0, 30).getTime()

const entry = (id: number, at: string): LogEntry => ({
  id,
  at,
  level: 'info',
  kind: 'app',
  message: `Entry ${id}`,
  details: {},
})

describe('the heading of a day', () => {
  it('is relative while that says more than a date', () => {
    expect(dayTitle(local(21, 0), now)).toBe('Today')
    expect(dayTitle(local(20, 23), now)).toBe('Yesterday')
    expect(dayTitle(local(19, 12), now)).toBe('Thursday 19 November')
    expect(dayTitle(local(15, 12), now)).toBe('Sunday 15 November')
    expect(dayTitle(local(14, 12), now)).toBe('14 November 2026')
  })

  it('is a date for a clock that is ahead', () => {
    expect(dayTitle(local(22, 1), now)).toBe('22 November 2026')
  })

  it('counts calendar days over a change of the clocks', () => {
    const afterChange = new Date(2026, 9, 26, 0, 15).getTime()
    expect(dayTitle(local(25, 0, 9), afterChange)).toBe('Yesterday')
  })
})

describe('the lines of the log', () => {
  it('are the entries as they come, with a heading before each day', () => {
    const entries = [
      entry(4, local(21, 0)),
      entry(3, local(20, 23)),
      entry(2, local(20, 1)),
      entry(1, local(3, 9)),
    ]
    expect(
      dayRows(entries, now).map((listRow) =>
        listRow.kind === 'day' ? listRow.title : listRow.item.id,
      ),
    ).toEqual(['Today', 4, 'Yesterday', 3, 2, '3 November 2026', 1])
  })

  it('have keys that differ', () => {
    const lines = dayRows([entry(2, local(21, 0)), entry(1, local(20, 0))], now)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })
})
