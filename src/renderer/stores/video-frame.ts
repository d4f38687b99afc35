import { limits } from '#values/bounds/limits.ts'
import { text } from '../text/en.ts'

const words = text.importing.draft.issues.posters

/** Sides of a still image, as those of `import --posters`. */
const side = 1024

/** A frame of a minute of 8K takes seconds. */
const timeoutMs = 60_000

/** The second that most intros are over by. */
const wantedSecond = 1

/**
 * A frame of a video that Chromium can decode, at one second or in the middle of a shorter one: a
 * square WebP. The address is of the app's own origin; a canvas gives back no other's pixels.
 * @throws Error with words for the user; the signal's reason
 */
export const videoFrame = async (address: string, signal: AbortSignal): Promise<Blob> => {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const loaded = waitForEvent(video, 'loadeddata', limited)
    video.src = address
    await loaded
    const sought = waitForEvent(video, 'seeked', limited)
    video.currentTime = video.duration <= wantedSecond ? video.duration / 2 : wantedSecond
    await sought
    return await webpOf(squareOf(video))
  } finally {
    // lets go of the decoder and the file
    video.removeAttribute('src')
    video.load()
  }
}

const waitForEvent = (
  video: HTMLVideoElement,
  name: 'loadeddata' | 'seeked',
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(words.undecodable))
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', fail, { once: true })
    signal.addEventListener('abort', fail, { once: true })
    if (signal.aborted) fail()
  })

/** The middle of the frame. */
const squareOf = (video: HTMLVideoElement): HTMLCanvasElement => {
  const { videoWidth: width, videoHeight: height } = video
  const cut = Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(side, cut)
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  // a file with sound alone has no pixels
  if (cut === 0 || context === null) throw new Error(words.undecodable)
  const [left, top] = [(width - cut) / 2, (height - cut) / 2]
  context.drawImage(video, left, top, cut, cut, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The best of these that fits; noise alone needs the last. */
const qualities = [0.9, 0.7, 0.4]

const webpOf = async (canvas: HTMLCanvasElement): Promise<Blob> => {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', quality),
    )
    if (blob !== null && blob.size <= limits.previewBytes) return blob
  }
  throw new Error(words.tooLarge)
}
