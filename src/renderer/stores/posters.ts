import { create } from 'zustand'
import { messageOf } from '#values/errors/errors.ts'
import { createPace } from '#values/work/pace.ts'
import { call } from '../bridge.ts'
import { base64 } from '../data/base64.ts'
import { change } from '../data/change.ts'
import { videoFrame } from './video-frame.ts'
import { text } from '../text/en.ts'
import { editDraft } from './imports.ts'
import { attempt, useNotices } from './notices.ts'

const words = text.importing.draft.issues.posters

type Progress = {
  readonly done: number
  readonly total: number
  /** Videos per second; 0 before the first is done. */
  readonly rate: number
  readonly secondsLeft: number | null
  readonly cancel: () => void
}

/** How far the window is with still images of videos; undefined while it makes none. */
export const usePosters = create<{ readonly progress: Progress | undefined }>(() => ({
  progress: undefined,
}))

type FrameOf = typeof videoFrame

type Failed = { readonly name: string; readonly reason: string }

/**
 * Makes a still image beside each video of the draft's folder that has none, one after the other,
 * and reads the folder again. Those made before a cancel stay.
 * @param frameOf decodes a frame of the video at an address
 */
export const startPosters = async (draftId: string, frameOf = videoFrame): Promise<void> => {
  if (usePosters.getState().progress !== undefined) return
  const stopper = new AbortController()
  const cancel = () => stopper.abort()
  usePosters.setState({ progress: { done: 0, total: 0, rate: 0, secondsLeft: null, cancel } })
  try {
    const videos = await attempt(() => call('imports.videosWithoutStill', { draftId }))
    if (videos === undefined) return
    if (videos.length === 0) useNotices.getState().notify('info', words.none)
    else await report(await makeEach(draftId, videos, { frameOf, stopper }))
  } finally {
    usePosters.setState({ progress: undefined })
  }
}

const makeEach = async (
  draftId: string,
  videos: readonly string[],
  { frameOf, stopper }: { readonly frameOf: FrameOf; readonly stopper: AbortController },
): Promise<{ readonly made: number; readonly failed: readonly Failed[] }> => {
  const pace = createPace(() => performance.now())
  const failed: Failed[] = []
  let made = 0
  const { signal } = stopper
  const cancel = () => stopper.abort()
  for (const name of videos) {
    if (signal.aborted) break
    const [done, total] = [pace.total, videos.length]
    const [rate, secondsLeft] = [pace.rate(), pace.secondsFor(total - done)]
    usePosters.setState({ progress: { done, total, rate, secondsLeft, cancel } })
    const reason = await makeOne(draftId, name, (address) => frameOf(address, signal))
    // one that was being saved when the user cancelled is there, and counts
    if (reason === undefined) made += 1
    else if (!signal.aborted) failed.push({ name, reason })
    pace.done()
  }
  return { made, failed }
}

/** @returns why there is none */
const makeOne = async (
  draftId: string,
  video: string,
  frameOf: (address: string) => Promise<Blob>,
): Promise<string | undefined> => {
  try {
    const address = `/draft-video/${draftId}/${encodeURIComponent(video)}`
    const image = new Uint8Array(await (await frameOf(address)).arrayBuffer())
    await call('imports.savePoster', { draftId, video, image: base64(image) })
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const report = async ({
  made,
  failed,
}: {
  readonly made: number
  readonly failed: readonly Failed[]
}): Promise<void> => {
  await editDraft(({ id: draftId, settings, pinner }) =>
    change('imports.replan', { draftId, settings, pinner }),
  )
  const { notify } = useNotices.getState()
  const [first] = failed
  const parts = [
    ...(made > 0 ? [words.made(made)] : []),
    ...(first === undefined ? [] : [words.failed(failed.length, first.name, first.reason)]),
  ]
  if (parts.length > 0) notify(first === undefined ? 'good' : 'warn', parts.join(' '))
}
