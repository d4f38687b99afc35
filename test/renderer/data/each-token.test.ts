import { describe, expect, test } from 'vitest'
import { CallError } from '#renderer/bridge.ts'
import { eachToken, oneByOne } from '#renderer/views/collections/detail/use-batch.ts'

const never = new AbortController().signal

describe('each of several tokens', () => {
  test('is worked on in turn; an error of one is kept with it and does not stop the others', async () => {
    const counts: number[] = []
    const result = await eachToken(
      ['a', 'b', 'c'],
      oneByOne(async (token) => {
        if (token === 'b')
          throw new CallError({ code: 'conflict', message: 'b is reserved', details: {} })
      }),
      { onProgress: (count) => counts.push(count), signal: never },
    )
    expect(result.done).toEqual(['a', 'c'])
    expect(result.failed).toEqual([{ token: 'b', message: 'b is reserved' }])
    expect(counts).toEqual([1, 2, 3])
  })

  test('is done where some are worked on at once and the service refuses others; an error is one of all at once', async () => {
    const some: (readonly string[])[] = []
    const result = await eachToken(
      ['a', 'b', 'c', 'd', 'e'],
      async (tokens) => {
        some.push(tokens)
        if (tokens.includes('e'))
          throw new CallError({ code: 'unreachable', message: 'nobody answers', details: {} })
        return tokens.includes('b') ? [{ token: 'b', message: 'b is reserved' }] : []
      },
      { size: 2, onProgress: () => {}, signal: never },
    )
    expect(some).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(result.done).toEqual(['a', 'c', 'd'])
    expect(result.failed).toEqual([
      { token: 'b', message: 'b is reserved' },
      { token: 'e', message: 'nobody answers' },
    ])
  })

  test('is left alone after the user stopped', async () => {
    const stopper = new AbortController()
    const result = await eachToken(
      ['a', 'b', 'c'],
      oneByOne(async () => stopper.abort()),
      { onProgress: () => {}, signal: stopper.signal },
    )
    expect(result).toEqual({ done: ['a'], failed: [] })
  })
})
