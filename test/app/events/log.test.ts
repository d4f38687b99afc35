import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createEventLog, logSchema, type LogQuery } from '#app/events/log.ts'

const openLog = (maxEntries?: number) => {
  const db = new Database(':memory:', [logSchema])
  onTestFinished(() => db.close())
  const now = () => new Date('2026-11-21T10:00:00.000Z')
  return createEventLog(maxEntries === undefined ? { db, now } : { db, now, maxEntries })
}

const all: LogQuery = { before: null, limit: 100, kinds: null, levels: null, search: '' }
const info = (message: string) => ({ level: 'info', kind: 'app', message }) as const

describe('the log', () => {
  it('answers an entry as it will be read', () => {
    const log = openLog()
    const added = log.append({
      level: 'warning',
      kind: 'connection',
      message: 'No answer.',
      details: { code: 'timeout' },
    })
    expect(added).toEqual({
      id: 1,
      at: '2026-11-21T10:00:00.000Z',
      level: 'warning',
      kind: 'connection',
      message: 'No answer.',
      details: { code: 'timeout' },
    })
    expect(log.page(all)).toEqual({ entries: [added], total: 1 })
  })

  it('goes from the newest back, page by page, without a gap or a repetition', () => {
    const log = openLog()
    for (let number = 1; number <= 7; number += 1) log.append(info(`entry ${number}`))
    const first = log.page({ ...all, limit: 3 })
    const second = log.page({ ...all, limit: 3, before: first.entries.at(-1)?.id ?? null })
    const third = log.page({ ...all, limit: 3, before: second.entries.at(-1)?.id ?? null })
    expect(
      [first, second, third].map(({ entries, total }) => [entries.map(({ id }) => id), total]),
    ).toEqual([
      [[7, 6, 5], 7],
      [[4, 3, 2], 7],
      [[1], 7],
    ])
  })

  it('filters by kind and level together', () => {
    const log = openLog()
    log.append({ level: 'info', kind: 'import', message: 'started' })
    log.append({ level: 'error', kind: 'import', message: 'failed' })
    log.append({ level: 'error', kind: 'policy', message: 'refused' })
    const messages = (query: Partial<LogQuery>) =>
      log.page({ ...all, ...query }).entries.map(({ message }) => message)
    expect(messages({ kinds: ['import'] })).toEqual(['failed', 'started'])
    expect(messages({ levels: ['error'] })).toEqual(['refused', 'failed'])
    expect(messages({ kinds: ['import', 'app'], levels: ['error'] })).toEqual(['failed'])
    expect(messages({ kinds: [] })).toEqual([])
    expect(log.page({ ...all, levels: ['error'], limit: 1 }).total).toBe(2)
  })

  it('searches message and details, whatever the case of the letters, and takes no wildcard', () => {
    const log = openLog()
    log.append({ ...info('Die Sammlung KRÄUTER wurde angelegt.'), details: { id: 'abc' } })
    log.append({ ...info('100% of it'), details: { policy: 'FFEE' } })
    const found = (search: string) =>
      log.page({ ...all, search }).entries.map(({ message }) => message.slice(0, 3))
    expect(found('kräuter')).toEqual(['Die'])
    expect(found(' ABC ')).toEqual(['Die'])
    expect(found('ffee')).toEqual(['100'])
    expect(found('0%')).toEqual(['100'])
    expect(found('0_ of')).toEqual([])
    expect(log.page({ ...all, search: 'kräuter' }).total).toBe(1)
  })

  it('keeps the newest entries and no others', () => {
    const log = openLog(3)
    for (let number = 1; number <= 5; number += 1) log.append(info(`entry ${number}`))
    const { entries, total } = log.page(all)
    expect(entries.map(({ message }) => message)).toEqual(['entry 5', 'entry 4', 'entry 3'])
    expect(total).toBe(3)
    expect(entries[0]?.id).toBe(5)
  })

  it('cuts a text that nobody would read, between whole characters', () => {
    const log = openLog()
    const long = `${'a'.repeat(1_999)}😀${'b'.repeat(50)}`
    log.append({ ...info(long), details: { long } })
    const [entry] = log.page(all).entries
    expect(entry?.message).toBe(`${'a'.repeat(1_999)}…`)
    expect(entry?.details['long']).toHaveLength(2_000)
  })
})
