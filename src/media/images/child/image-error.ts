import type { ImageRule } from '../image-job.ts'
import type { ImageErrorInfo } from '../messages.ts'

/** A job's error on its way to the parent, where it becomes a ColdpressError. */
export class ImageError extends Error {
  readonly info: ImageErrorInfo

  constructor(rule: ImageRule, message: string, code: ImageErrorInfo['code'] = 'invalid') {
    super(message)
    this.info = { code, rule, message }
  }
}

/** First line of a library's message, short enough for a sentence. */
export const imageReasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').trim().slice(0, 160)
}

/** The system's word for a failed file operation, such as `ENOENT`. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** What the library could not do with an image. */
export const failedImage = (name: string, error: unknown, timeoutMs: number): ImageError => {
  const reason = imageReasonOf(error)
  if (reason.startsWith('timeout:'))
    return new ImageError(
      'image_timeout',
      `${name} took longer than ${timeoutMs / 1000} seconds. Export a smaller or simpler version.`,
    )
  if (reason.includes('too large for'))
    return new ImageError(
      'image_too_many_pixels',
      `${name} has sides too long for the format asked for (${reason}). Set a smaller size, or choose PNG.`,
    )
  return damagedImage(name, reason)
}

export const damagedImage = (name: string, reason: unknown): ImageError => {
  const why = typeof reason === 'string' ? reason : imageReasonOf(reason)
  return new ImageError(
    'image_truncated',
    `${name} is cut off or damaged${why === '' ? '' : ` (${why})`}. Export, copy or download it again.`,
  )
}
