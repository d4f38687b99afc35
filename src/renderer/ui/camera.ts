/** Why there is no image. */
export type CameraErrorInfo =
  | { readonly kind: 'none' | 'denied' | 'busy' | 'ended' }
  | { readonly kind: 'other'; readonly reason: string }

export type Camera = {
  readonly stream: MediaStream
  readonly close: () => void
}

/** Turns the app's camera permission on or off. */
export type AllowCamera = (on: boolean) => Promise<unknown>

/**
 * Opens the rear camera if there are two. The permission lasts until it is closed.
 * @throws CameraError
 */
export const openCamera = async (
  devices: Pick<MediaDevices, 'getUserMedia'> | undefined,
  allow: AllowCamera,
): Promise<Camera> => {
  // a page without a secure context has no devices
  if (devices === undefined) throw new CameraError({ kind: 'none' })
  await allow(true)
  try {
    const stream = await devices.getUserMedia({ video: wanted, audio: false })
    return {
      stream,
      close: () => {
        for (const track of stream.getTracks()) track.stop()
        // the window may be closing if nothing answers
        allow(false).catch(() => undefined)
      },
    }
  } catch (error) {
    await allow(false)
    throw new CameraError(infoOf(error))
  }
}

/** Sharp enough for the densest codes, with few enough pixels for many images a second. */
const wanted: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
}

export class CameraError extends Error {
  readonly info: CameraErrorInfo

  constructor(info: CameraErrorInfo) {
    super(info.kind)
    this.info = info
  }
}

/** Names of getUserMedia's failures (Media Capture and Streams, 10.2). */
const kinds: Readonly<Record<string, 'none' | 'denied' | 'busy'>> = {
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const infoOf = (error: unknown): CameraErrorInfo => {
  const name = error instanceof Error ? error.name : String(error)
  const kind = kinds[name]
  return kind === undefined ? { kind: 'other', reason: name } : { kind }
}
