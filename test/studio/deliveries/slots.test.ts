import { describe, expect, it } from 'vitest'
import { createSlots } from '#studio/deliveries/slots.ts'

const acquireAll = (slots: ReturnType<typeof createSlots>, id: string): number => {
  let taken = 0
  for (; slots.room(id) > 0; taken += 1) slots.acquire(id)
  return taken
}

describe('Room for attempts', () => {
  const prove = (slots: ReturnType<typeof createSlots>, id: string): void => {
    slots.acquire(id)
    slots.free(id, false)
  }

  it('is 4 for a webhook whose last attempt succeeded, and 1 for any other', () => {
    const slots = createSlots()
    expect(acquireAll(slots, 'a')).toBe(1)
    slots.free('a', undefined)
    expect(acquireAll(slots, 'a')).toBe(1)
    slots.free('a', false)
    expect(acquireAll(slots, 'a')).toBe(4)
    slots.free('a', true)
    expect(slots.room('a')).toBeLessThanOrEqual(0)
    for (let left = 3; left > 0; left -= 1) slots.free('a', true)
    expect(acquireAll(slots, 'a')).toBe(1)
    slots.free('a', undefined)
    expect(acquireAll(slots, 'a')).toBe(1)
    slots.free('a', false)
    expect(acquireAll(slots, 'a')).toBe(4)
  })

  it.each([
    ['fail', true],
    ['nobody knows', undefined],
  ])('is 128 altogether, of which those that %s never hold more than half', (_, failed) => {
    const slots = createSlots()
    const others = Array.from({ length: 200 }, (__, index) => `other ${index}`)
    for (const id of others) {
      slots.acquire(id)
      slots.free(id, failed)
    }
    expect(others.reduce((sum, id) => sum + acquireAll(slots, id), 0)).toBe(64)
    const healthy = Array.from({ length: 200 }, (__, index) => `healthy ${index}`)
    for (const id of healthy) prove(slots, id)
    expect(healthy.reduce((sum, id) => sum + acquireAll(slots, id), 0)).toBe(64)
    slots.free('other 0', failed)
    expect(slots.room('healthy 199')).toBe(1)
  })

  it('is given to those that nobody knows before those that fail', () => {
    const slots = createSlots()
    prove(slots, 'healthy')
    slots.acquire('failing')
    slots.free('failing', true)
    expect(['healthy', 'new', 'failing'].map((id) => slots.rank(id))).toEqual([0, 1, 2])
  })
})
