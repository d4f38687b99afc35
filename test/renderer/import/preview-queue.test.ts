import { describe, expect, it } from 'vitest'
import { createPreviewQueue } from '#renderer/views/import/draft/preview/preview-queue.ts'

const settled = () => new Promise((done) => setTimeout(done, 0))

/** Images that are made when they are let go. */
const workshop = (atOnce: number, kept: number) => {
  const queue = createPreviewQueue<string>(atOnce, kept)
  const making = new Map<string, PromiseWithResolvers<string>>()
  const seen: string[] = []
  const wish = (key: string) =>
    queue.wish(
      key,
      () => {
        const made = Promise.withResolvers<string>()
        making.set(key, made)
        return made.promise
      },
      (result) => seen.push('value' in result ? result.value : `failed ${key}`),
    )
  const finish = async (key: string): Promise<void> => {
    making.get(key)?.resolve(`image ${key}`)
    making.delete(key)
    await settled()
  }
  const fail = async (key: string): Promise<void> => {
    making.get(key)?.reject(new Error('broken'))
    making.delete(key)
    await settled()
  }
  return { queue, wish, finish, fail, seen, making: () => [...making.keys()] }
}

describe('the queue of images', () => {
  it('makes only so many at once, in the order they were wished for', async () => {
    const { wish, making, finish, seen } = workshop(2, 10)
    for (const key of ['a', 'b', 'c', 'd']) wish(key)
    expect(making()).toEqual(['a', 'b'])
    await finish('b')
    expect(making()).toEqual(['a', 'c'])
    await finish('a')
    expect(making()).toEqual(['c', 'd'])
    expect(seen).toEqual(['image b', 'image a'])
  })

  it('does not start what scrolled out of view, and tells nobody who is gone', async () => {
    const { queue, wish, making, finish, seen } = workshop(1, 10)
    const leaveA = wish('a')
    wish('b')()
    wish('c')
    leaveA()
    await finish('a')
    expect(making()).toEqual(['c'])
    expect(seen).toEqual([])
    // What had started is kept for whoever comes back.
    expect(queue.made('a')).toBe('image a')
  })

  it('makes an image once for all who wish for it', async () => {
    const { wish, making, finish, seen } = workshop(2, 10)
    wish('a')
    wish('a')
    expect(making()).toEqual(['a'])
    await finish('a')
    wish('a')
    await settled()
    expect(making()).toEqual([])
    expect(seen).toEqual(['image a', 'image a', 'image a'])
  })

  it('forgets the oldest image, and goes on after a failure', async () => {
    const { queue, wish, finish, fail, seen, making } = workshop(1, 2)
    for (const key of ['a', 'b', 'c', 'd']) wish(key)
    await finish('a')
    await fail('b')
    await finish('c')
    await finish('d')
    expect(seen).toEqual(['image a', 'failed b', 'image c', 'image d'])
    expect([queue.made('a'), queue.made('c'), queue.made('d')]).toEqual([
      undefined,
      'image c',
      'image d',
    ])
    expect(making()).toEqual([])
  })
})
