import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { untilAborted } from '#values/work/until-aborted.ts'

test('Work that ends before the signal gives its value and leaves no listener', async () => {
  const stop = new AbortController()
  await expect(untilAborted(Promise.resolve('done'), stop.signal)).resolves.toBe('done')
  await expect(untilAborted(Promise.reject(new Error('no')), stop.signal)).rejects.toThrow('no')
  await expect(untilAborted(Promise.resolve('done'), undefined)).resolves.toBe('done')
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})

test('An aborted signal ends the wait for work that never ends, with its reason', async () => {
  const stop = new AbortController()
  const endless = new Promise<never>(() => undefined)
  const waiting = untilAborted(endless, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(untilAborted(endless, stop.signal)).rejects.toThrow('stopped')
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})
