import { expect, it } from 'vitest'
import { createFairTurns } from '#platform/disk/fair-turns.ts'

it('work gives the event loop to others once it has held it for 8 ms, and not before', async () => {
  let now = 0
  const fairTurn = createFairTurns(() => now)
  let others = 0
  const timer = setImmediate(() => (others += 1))
  now = 7
  await fairTurn()
  expect(others).toBe(0)
  now = 8
  await fairTurn()
  expect(others).toBe(1)
  clearImmediate(timer)
})
