import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../src/studio/deliveries/slots.ts'

const takeAll = (slots: ReturnType<typeof createSlots>, id: string): number => {
  let taken = 0
  for (; slots.room(id) > 0; taken += 1) slots.take(id)
  return taken
}

describe('Room for attempts', () => {
  it('is 4 for a webhook, and 1 for one whose last attempt failed until one succeeds', () => {
    const slots = createSlots()
    expect(takeAll(slots, 'a')).toBe(4)
    slots.free('a', true)
    expect(slots.room('a')).toBeLessThanOrEqual(0)
    for (let left = 3; left > 0; left -= 1) slots.free('a', true)
    expect(takeAll(slots, 'a')).toBe(1)
    slots.free('a', undefined)
    expect(slots.isFailing('a')).toBe(true)
    slots.take('a')
    slots.free('a', false)
    expect(takeAll(slots, 'a')).toBe(4)
  })

  it('is 128 altogether, of which those that fail never hold more than half', () => {
    const slots = createSlots()
    const failing = Array.from({ length: 200 }, (_, index) => `failing ${index}`)
    for (const id of failing) {
      slots.take(id)
      slots.free(id, true)
    }
    expect(failing.reduce((sum, id) => sum + takeAll(slots, id), 0)).toBe(64)
    const healthy = Array.from({ length: 200 }, (_, index) => `healthy ${index}`)
    expect(healthy.reduce((sum, id) => sum + takeAll(slots, id), 0)).toBe(64)
    slots.free('failing 0', true)
    expect(slots.room('healthy 199')).toBe(1)
  })
})
