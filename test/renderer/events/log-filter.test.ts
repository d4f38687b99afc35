import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../src/shared/calls/facts.ts'
import { fits, type LogFilter } from '../../../src/renderer/stores/log.ts'

const entry: LogEntry = {
  id: 1,
  at: '2026-11-21T12:00:00.000Z',
  level: 'warning',
  kind: 'policy',
  message: 'The policy Österreich was saved with its keys.',
  details: { path: '/home/mara/policy.json' },
}
const open: LogFilter = { kind: null, level: null, search: '' }

describe('whether an entry that was just written is shown', () => {
  it('is, without a filter', () => {
    expect(fits(entry, open)).toBe(true)
  })

  it('depends on its kind', () => {
    expect(fits(entry, { ...open, kind: 'policy' })).toBe(true)
    expect(fits(entry, { ...open, kind: 'import' })).toBe(false)
  })

  it('depends on its level or a worse one', () => {
    expect(fits(entry, { ...open, level: 'warning' })).toBe(true)
    expect(fits({ ...entry, level: 'error' }, { ...open, level: 'warning' })).toBe(true)
    expect(fits({ ...entry, level: 'info' }, { ...open, level: 'warning' })).toBe(false)
    expect(fits(entry, { ...open, level: 'error' })).toBe(false)
  })

  it('looks for the search in message and details, in whatever case', () => {
    expect(fits(entry, { ...open, search: ' öster ' })).toBe(true)
    expect(fits(entry, { ...open, search: 'MARA' })).toBe(true)
    expect(fits(entry, { ...open, search: 'kubo' })).toBe(false)
  })
})
