import { expect, it, vi } from 'vitest'
import { readingView } from '#contract/imports/draft-view.ts'
import { createReadings } from '#main/services/imports/readings.ts'
import { makePrints, openImports } from './open-imports.ts'

it('tells how far the reading of a folder is, with the time left where the end is known', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const reports: unknown[] = []
  const readings = createReadings((facts) => reports.push(facts))
  await readings.run(async ({ onProgress }) => {
    vi.advanceTimersByTime(1_000)
    onProgress({ step: 'files', done: 64, total: null })
    onProgress({ step: 'files', done: 128, total: null })
    onProgress({ step: 'tokens', done: 0, total: 400 })
    vi.advanceTimersByTime(2_000)
    onProgress({ step: 'tokens', done: 100, total: 400 })
  })
  vi.useRealTimers()
  expect(reports).toEqual([
    { step: 'files', done: 64, total: null, secondsLeft: null },
    { step: 'tokens', done: 100, total: 400, secondsLeft: 6 },
  ])
})

it('a stopped reading ends at once, even while the disk does not answer, and the next one is read', async () => {
  const readings = createReadings(() => undefined)
  const hanging = readings.run(() => new Promise<never>(() => undefined))
  readings.stop()
  await expect(hanging).rejects.toMatchObject({ code: 'cancelled' })
  expect(await readings.run(async () => 'read')).toBe('read')
})

it('a stopped reading of a folder leaves no draft and changes nothing', async () => {
  const { call, folder, open, state } = await openImports()
  await makePrints(folder, 3)
  const reading = open()
  await call('imports.stopReading', null)
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  expect(await call('imports.drafts', null)).toEqual([])
  expect(await open()).toMatchObject({ counts: { rows: 3 } })
  expect(await call('imports.drafts', null)).toHaveLength(1)
  for (const [, payload] of state.events.filter(([name]) => name === 'imports.reading'))
    expect(readingView.safeParse(payload).success).toBe(true)
})
