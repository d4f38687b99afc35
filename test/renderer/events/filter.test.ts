import { describe, expect, it } from 'vitest'
import { type EventsForm, filterOf, isOpenForm, openForm } from '#renderer/stores/events-filter.ts'

const now = new Date(2026, 10, 22, 15, 30)
const asked = (form: Partial<EventsForm>) => filterOf({ ...openForm, ...form }, now)
const local = (day: number, month = 10): string => new Date(2026, month, day).toISOString()

describe('the filter of the events', () => {
  it('asks for all while nothing is chosen', () => {
    expect(asked({})).toEqual({
      kinds: null,
      accountId: null,
      collectionId: null,
      saleId: null,
      network: null,
      from: null,
      to: null,
      search: '',
    })
    expect(isOpenForm(openForm)).toBe(true)
    expect(isOpenForm({ ...openForm, search: '  ' })).toBe(true)
    expect(isOpenForm({ ...openForm, period: 'today' })).toBe(false)
  })

  it('asks for one kind, whatever it is called, or for all that report an error', () => {
    expect(asked({ kind: { kind: 'errors' } }).kinds).toEqual(['errors'])
    const { kinds } = asked({ kind: 'errors' })
    expect(kinds).toContain('UNRESOLVED_OVERPAID')
    expect(kinds).not.toContain('COMPLETED')
  })

  it('asks for a collection or a sale of the account that it is of', () => {
    const collection = { accountId: 'shop', collectionId: 'c1' }
    expect(asked({ collection })).toMatchObject(collection)
    const sale = { accountId: 'local', saleId: 's1' }
    expect(asked({ sale })).toMatchObject({ ...sale, collectionId: null })
  })

  it('counts days as the calendar of the user does', () => {
    expect(asked({ period: 'today' })).toMatchObject({ from: local(22), to: null })
    expect(asked({ period: 'week' })).toMatchObject({ from: local(16), to: null })
    expect(asked({ period: 'month' })).toMatchObject({ from: local(24, 9), to: null })
  })

  it('takes both days of an own period whole, and what is no day as no bound', () => {
    const { from, to } = asked({ period: 'own', from: '2026-11-03', to: '2026-11-03' })
    expect(from).toBe(local(3))
    expect(to).toBe(new Date(Date.parse(local(4)) - 1).toISOString())
    expect(asked({ period: 'own', from: '', to: 'x-y-z' })).toMatchObject({ from: null, to: null })
  })
})
