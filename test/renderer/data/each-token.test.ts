import { describe, expect, test } from 'vitest'
import { CallError } from '#renderer/bridge.ts'
import { eachToken } from '#renderer/views/collections/detail/use-batch.ts'

const never = new AbortController().signal

describe('each of several tokens', () => {
  test('is worked on in turn; an error of one is kept with it and does not stop the others', async () => {
    const counts: number[] = []
    const result = await eachToken(
      ['a', 'b', 'c'],
      async (token) => {
        if (token === 'b')
          throw new CallError({ code: 'conflict', message: 'b is reserved', details: {} })
      },
      { onProgress: (count) => counts.push(count), signal: never },
    )
    expect(result.done).toEqual(['a', 'c'])
    expect(result.failed).toMatchObject([{ token: 'b', error: { message: 'b is reserved' } }])
    expect(counts).toEqual([1, 2, 3])
  })

  test('is left alone after the user stopped', async () => {
    const stopper = new AbortController()
    const result = await eachToken(['a', 'b', 'c'], async () => stopper.abort(), {
      onProgress: () => {},
      signal: stopper.signal,
    })
    expect(result).toEqual({ done: ['a'], failed: [] })
  })
})
