import { beforeEach, expect } from 'vitest'
import { useNotices } from '#renderer/stores/notices.ts'
import { startPosters, usePosters } from '#renderer/stores/posters.ts'
import { text } from '#renderer/text/en.ts'
import { bad, bridgeTest as test, next, ok, settled } from '../fake-bridge.ts'

const words = text.importing.draft.issues.posters

beforeEach(() => useNotices.setState({ notices: [] }))

const frameOf = () => Promise.resolve(new Blob(['a frame']))
const notices = () => useNotices.getState().notices.map((notice) => notice.text)
const progress = () => usePosters.getState().progress

test('a still image that is being saved when the user cancels is counted, and the next is not begun', async () => {
  const done = startPosters('d', frameOf)
  await next('imports.videosWithoutStill').answer(ok(['a.mp4', 'b.mp4', 'c.mp4']))
  await next('imports.savePoster').answer(ok('a.webp'))
  const second = next('imports.savePoster')
  progress()?.cancel()
  await second.answer(ok('b.webp'))
  await done
  expect(notices()).toEqual([words.made(2)])
  expect(progress()).toBeUndefined()
})

test('a frame that the user cancelled is neither made nor failed', async () => {
  const done = startPosters('d', async (_address, signal) => {
    await settled()
    signal.throwIfAborted()
    return frameOf()
  })
  await next('imports.videosWithoutStill').answer(ok(['a.mp4', 'b.mp4']))
  progress()?.cancel()
  await done
  expect(notices()).toEqual([])
})

test('making still images says how many a second, and the time that is left', async () => {
  const done = startPosters('d', frameOf)
  await next('imports.videosWithoutStill').answer(ok(['a.mp4', 'b.mp4']))
  expect(progress()).toMatchObject({ done: 0, total: 2, rate: 0, secondsLeft: null })
  await next('imports.savePoster').answer(bad('The disk is full.'))
  expect(progress()).toMatchObject({ done: 1, total: 2 })
  expect(progress()?.rate).toBeGreaterThan(0)
  expect(progress()?.secondsLeft).toBeGreaterThan(0)
  await next('imports.savePoster').answer(ok('b.webp'))
  await done
  expect(notices()).toEqual([`${words.made(1)} ${words.failed(1, 'a.mp4', 'The disk is full.')}`])
})
