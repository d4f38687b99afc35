import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueue, drain, type Queue } from '#app/imports/pipeline/queue.ts'

type Item = { readonly n: number }
const open = () => new AbortController()

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a bounded queue', () => {
  it('holds no more than its bound: who pushes further waits for a taker', async () => {
    const queue = createQueue<Item>(2, open().signal)
    await queue.push({ n: 1 })
    await queue.push({ n: 2 })
    let pushed = false
    const third = queue.push({ n: 3 }).then(() => (pushed = true))
    await settle()
    expect([pushed, queue.size]).toEqual([false, 2])
    expect(await queue.take()).toEqual({ n: 1 })
    await third
    expect([pushed, queue.size]).toEqual([true, 2])
    expect([await queue.take(), await queue.take()]).toEqual([{ n: 2 }, { n: 3 }])
  })

  it('hands an item straight to a waiting taker, first come first served', async () => {
    const queue = createQueue<Item>(1, open().signal)
    const [first, second] = [queue.take(), queue.take()]
    await queue.push({ n: 1 })
    await queue.push({ n: 2 })
    expect([await first, await second, queue.size]).toEqual([{ n: 1 }, { n: 2 }, 0])
  })

  it('once closed gives what it holds and then the end, also to those who wait', async () => {
    const queue = createQueue<Item>(4, open().signal)
    await queue.push({ n: 1 })
    queue.close()
    expect([await queue.take(), await queue.take()]).toEqual([{ n: 1 }, undefined])
    const other = createQueue<Item>(4, open().signal)
    const waiting = other.take()
    other.close()
    expect(await waiting).toBeUndefined()
  })

  it('rejects with the reason of the abort, for those who wait and those who come later', async () => {
    const controller = open()
    const queue = createQueue<Item>(1, controller.signal)
    await queue.push({ n: 1 })
    const pushing = queue.push({ n: 2 })
    const empty = createQueue<Item>(1, controller.signal)
    const taking = empty.take()
    const reason = new Error('enough')
    controller.abort(reason)
    for (const call of [pushing, taking, queue.push({ n: 3 }), queue.take()])
      await expect(call).rejects.toBe(reason)
  })
})

describe('a queue that hands out bunches', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const bunchMs = 250
  const taken = (queue: Queue<Item>, count: number): number[] => {
    const numbers: number[] = []
    const note = (item: Item | undefined) => numbers.push(item?.n ?? -1)
    for (let at = 0; at < count; at += 1) void queue.take().then(note)
    return numbers
  }

  it('keeps what comes within the time, and then gives it together', async () => {
    const queue = createQueue<Item>(10, open().signal, bunchMs)
    const numbers = taken(queue, 3)
    await queue.push({ n: 1 })
    await queue.push({ n: 2 })
    await settle()
    expect([numbers, queue.size]).toEqual([[], 2])
    await vi.advanceTimersByTimeAsync(bunchMs)
    expect(numbers).toEqual([1, 2])
    await queue.push({ n: 3 })
    await vi.advanceTimersByTimeAsync(bunchMs - 1)
    expect(numbers).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(1)
    expect(numbers).toEqual([1, 2, 3])
  })

  it('gives all when it is full, also to who takes later, and starts the next bunch', async () => {
    const queue = createQueue<Item>(2, open().signal, bunchMs)
    await queue.push({ n: 1 })
    await queue.push({ n: 2 })
    const third = queue.push({ n: 3 })
    const numbers = taken(queue, 3)
    await third
    await settle()
    expect([numbers, queue.size]).toEqual([[1, 2, 3], 0])
    const later = taken(queue, 1)
    await queue.push({ n: 4 })
    await settle()
    expect([later, queue.size]).toEqual([[], 1])
  })

  it('gives what it has when it is closed, and nothing once it is aborted', async () => {
    const queue = createQueue<Item>(9, open().signal, bunchMs)
    const numbers = taken(queue, 2)
    await queue.push({ n: 1 })
    queue.close()
    await settle()
    expect(numbers).toEqual([1, -1])
    const controller = open()
    const other = createQueue<Item>(9, controller.signal, bunchMs)
    await other.push({ n: 1 })
    const waiting = other.take()
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})

describe('draining a queue', () => {
  it('works on as many items at a time as there are workers, and no more', async () => {
    const queue = createQueue<Item>(20, open().signal)
    for (let n = 0; n < 12; n += 1) await queue.push({ n })
    queue.close()
    let [now, most] = [0, 0]
    const seen: number[] = []
    await drain(
      queue,
      3,
      async ({ n }) => {
        now += 1
        most = Math.max(most, now)
        await settle()
        seen.push(n)
        now -= 1
      },
      () => undefined,
    )
    expect(most).toBe(3)
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n))
  })

  it('tells a failure at once and settles only when no worker works any more', async () => {
    const controller = open()
    const queue = createQueue<Item>(20, controller.signal)
    for (let n = 0; n < 12; n += 1) await queue.push({ n })
    let working = 0
    const error = new Error('broken')
    const done = drain(
      queue,
      3,
      async ({ n }) => {
        working += 1
        if (n !== 1) await settle()
        working -= 1
        if (n === 1) throw error
      },
      (error) => controller.abort(error),
    )
    await expect(done).rejects.toBe(error)
    expect(working).toBe(0)
    expect(queue.size).toBeGreaterThan(6)
  })
})
