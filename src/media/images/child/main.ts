/**
 * The image process: plain Node, the only one that loads sharp. It receives requests and sends
 * replies over IPC (messages.ts), handles as many at a time as it gets, and ends with its parent.
 */
import '#platform/offline/first.ts'
import { leaveTrace } from '#platform/crash/crash-trace.ts'
import {
  imageRequest,
  requestId,
  type ImageErrorInfo,
  type ImageReply,
  type ImageRequest,
} from '../messages.ts'
import type { CheckedImage } from '../image-job.ts'
import { describeIssues } from '#values/errors/issues.ts'
import {
  checkFile,
  decodeFile,
  inspectFile,
  processFile,
  type JobContext,
  type ImageFrame,
} from './image.ts'
import { drawCard } from './card.ts'
import { configureLibrary, libraryVersions } from './library.ts'
import { imageReasonOf, ImageError } from './image-error.ts'
import { decodeQR } from 'qr/decode.js'

type Job = Exclude<ImageRequest, { kind: 'cancel' }>

// Node ends the process afterwards.
process.on('uncaughtExceptionMonitor', (error) => leaveTrace('images', error))

const running = new Map<number, AbortController>()

const sendReply = (message: ImageReply): void => {
  // The parent may be gone already; then `disconnect` ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

const answerJob = async (job: Job, context: JobContext): Promise<ImageReply> => {
  try {
    return await answerTo(job, context)
  } catch (error) {
    return { kind: 'failed', id: job.id, error: errorInfoOf(error, context.signal) }
  }
}

const answerTo = async (job: Job, context: JobContext): Promise<ImageReply> => {
  const { id } = job
  switch (job.kind) {
    case 'process':
      return { kind: 'processed', id, outcome: asReply(await processFile(job, context)) }
    case 'check':
      return { kind: 'checked', id, image: checkedReply(await checkFile(job, context)) }
    case 'inspect':
      return { kind: 'inspected', id, summary: await inspectFile(job.source, context) }
    case 'read-codes': {
      const frames = await decodeFile(job.source, longestCodeSide, context)
      return { kind: 'codes', id, texts: codesIn(frames) }
    }
    case 'card':
      await drawCard(job, context)
      return { kind: 'drawn', id }
    default:
      return job satisfies never
  }
}

const asReply = <T extends { readonly notes: readonly string[] }>(outcome: T) => ({
  ...outcome,
  notes: [...outcome.notes],
})

const checkedReply = ({ made, ...image }: CheckedImage) => ({
  ...image,
  ...(made === undefined ? {} : { made: asReply(made) }),
})

const errorInfoOf = (error: unknown, signal: AbortSignal): ImageErrorInfo => {
  if (error instanceof ImageError) return error.info
  if (signal.aborted) return { code: 'cancelled', message: 'The image was cancelled.' }
  return {
    code: 'internal',
    message: `The image process met an error of its own: ${imageReasonOf(error)}`,
  }
}

const takeJob = async (job: Job): Promise<void> => {
  const { id, timeoutMs } = job
  const controller = new AbortController()
  running.set(id, controller)
  const answer = await answerJob(job, {
    timeoutMs,
    signal: controller.signal,
    onWait: () => sendReply({ kind: 'waiting', id }),
    onResume: () => sendReply({ kind: 'working', id }),
  })
  running.delete(id)
  sendReply(answer)
}

const onMessage = (message: unknown): void => {
  const parsed = imageRequest.safeParse(message)
  if (parsed.success) {
    if (parsed.data.kind === 'cancel') running.get(parsed.data.id)?.abort()
    else void takeJob(parsed.data)
    return
  }
  const { id } = requestId.parse(message)
  sendReply({
    kind: 'failed',
    id,
    error: {
      code: 'internal',
      message: `The image process cannot read its order: ${describeIssues(parsed.error)}`,
    },
  })
}

process.on('message', onMessage)
process.on('disconnect', () => process.exit(0))
configureLibrary()
sendReply({ kind: 'ready', versions: { ...libraryVersions() } })

/** A photograph has many more pixels than a code needs, and reading time grows with them. */
const longestCodeSide = 2000

/** The texts of the QR codes in images; images without a readable code yield none. */
const codesIn = (images: readonly ImageFrame[]): string[] =>
  images.flatMap((image) => {
    try {
      // no camera waits here for the next frame
      return [decodeQR(image, { format: 'RGBA', timeLimit: 2000 })]
    } catch {
      return []
    }
  })
