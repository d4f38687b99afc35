import { expect, it } from 'vitest'
import { WeightedSemaphore } from '#media/images/child/weighted-semaphore.ts'

/** Enters work of these weights; the log says who waited and who came in. */
const enterAll = (gate: WeightedSemaphore, weights: Readonly<Record<string, number>>) => {
  const log: string[] = []
  const leave: Record<string, () => void> = {}
  const enter = async (name: string, weight: number): Promise<void> => {
    const leaveGate = await gate.enter(weight, () => log.push(`${name} waits`))
    log.push(`${name} enters`)
    leave[name] = leaveGate
  }
  for (const [name, weight] of Object.entries(weights)) void enter(name, weight)
  return { log, leave }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('lets in what fits and the rest when there is room', async () => {
  const { log, leave } = enterAll(new WeightedSemaphore(10), { a: 6, b: 4, c: 5 })
  await settle()
  expect(log).toEqual(['c waits', 'a enters', 'b enters'])
  leave['b']?.()
  await settle()
  expect(log).toHaveLength(3)
  leave['a']?.()
  await settle()
  expect(log.at(-1)).toBe('c enters')
})

it('keeps the order, so that the heavy is not passed over forever', async () => {
  const { log, leave } = enterAll(new WeightedSemaphore(10), { a: 6, heavy: 10, light: 1 })
  await settle()
  expect(log).toEqual(['heavy waits', 'light waits', 'a enters'])
  leave['a']?.()
  await settle()
  expect(log.at(-1)).toBe('heavy enters')
})

it('lets in alone what is heavier than it can hold', async () => {
  const { log, leave } = enterAll(new WeightedSemaphore(10), { giant: 11, a: 1 })
  await settle()
  expect(log).toEqual(['a waits', 'giant enters'])
  leave['giant']?.()
  await settle()
  expect(log.at(-1)).toBe('a enters')
})

it('a weighted semaphore counts a leave once', async () => {
  const gate = new WeightedSemaphore(10)
  const first = enterAll(gate, { a: 10 })
  await settle()
  first.leave['a']?.()
  first.leave['a']?.()
  const { log } = enterAll(gate, { b: 10, c: 10 })
  await settle()
  expect(log).toEqual(['c waits', 'b enters'])
})
