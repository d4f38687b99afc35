import { frameLoop, QRCanvas } from 'qr/dom.js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { text } from '../text/en.ts'
import {
  type AllowCamera,
  type Camera,
  CameraError,
  type CameraErrorInfo,
  openCamera,
} from './camera.ts'
import { ErrorAlert } from './error-alert.tsx'
import styles from './qr.module.css'

const words = text.qr

/** Shows the camera's image and reports every code in it. */
export const QrScanner = ({
  onText,
  allowCamera,
}: {
  /** Called with the text of each recognised code, also repeatedly. */
  readonly onText: (text: string) => void
  readonly allowCamera: AllowCamera
}) => {
  const video = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)
  const { isOpen, error } = useCamera(video, allowCamera, attempt)
  useCodes(video, isOpen, onText)
  if (error !== undefined)
    return <ErrorAlert error={sentenceOf(error)} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <div className={styles['scanner']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live image without sound */}
      <video ref={video} className={styles['video']} muted playsInline aria-label={words.camera} />
      <div className={styles['hint']} role="status">
        {isOpen ? words.aim : words.opening}
      </div>
    </div>
  )
}

const sentenceOf = (error: CameraErrorInfo): string =>
  error.kind === 'other' ? words.errors.other(error.reason) : words.errors[error.kind]

type Video = RefObject<HTMLVideoElement | null>

/** Keeps the camera open while the scanner is shown; a new `attempt` tries again. */
const useCamera = (video: Video, allow: AllowCamera, attempt: number) => {
  const [isOpen, setIsOpen] = useState(false)
  const [error, setError] = useState<CameraErrorInfo>()
  const allowing = useRef(allow)
  allowing.current = allow
  const openings = useRef(0)
  useEffect(() => {
    openings.current += 1
    const mine = openings.current
    // a camera that closes late must not remove the permission from the next one
    const allowMine: AllowCamera = async (on) => {
      if (on || mine === openings.current) await allowing.current(on)
    }
    let camera: Camera | undefined
    let isGone = false
    const open = async () => {
      setError(undefined)
      const opened = await openCamera(navigator.mediaDevices, allowMine)
      if (isGone) return opened.close()
      camera = opened
      for (const track of opened.stream.getTracks())
        track.addEventListener('ended', () => setError({ kind: 'ended' }))
      if (video.current !== null) {
        video.current.srcObject = opened.stream
        await video.current.play()
      }
      setIsOpen(true)
    }
    open().catch((error: unknown) => {
      if (isGone) return
      setError(error instanceof CameraError ? error.info : { kind: 'other', reason: String(error) })
    })
    return () => {
      isGone = true
      setIsOpen(false)
      camera?.close()
    }
  }, [video, attempt])
  return { isOpen, error }
}

/** Looks for a code in each camera image. */
const useCodes = (video: Video, isOpen: boolean, onText: (text: string) => void): void => {
  const telling = useRef(onText)
  telling.current = onText
  useEffect(() => {
    const player = video.current
    if (!isOpen || player === null) return undefined
    // one canvas for the camera's lifetime: its memory is large and reused for each image
    const reader = new QRCanvas({}, { cropToSquare: false })
    return frameLoop(() => {
      const { videoWidth, videoHeight } = player
      if (videoWidth === 0 || videoHeight === 0) return
      const found = reader.drawImage(player, videoHeight, videoWidth)
      if (typeof found === 'string') telling.current(found)
    }, player)
  }, [video, isOpen])
}
