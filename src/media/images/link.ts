import { type Child, startChild } from '#platform/process/start-child.ts'
import { reply, type ImageReply, type ImageRequest } from './messages.ts'
import { lowerPriority, useBatchScheduling } from './lower-priority.ts'

/** One instance of the image process. */
export type ImageLink = Child<ImageRequest>

export type ImageLinkOptions = {
  readonly nodePath: string
  readonly script: string
  readonly threads: number
  readonly onReply: (reply: ImageReply) => void
  /** Called once, after the last reply. `reason` is for people. */
  readonly onEnd: (reason: string) => void
}

/** Starts the image process. `onEnd` reports every end of it, including a failed start. */
export const startLink = ({
  nodePath,
  script,
  threads,
  onReply,
  onEnd,
}: ImageLinkOptions): ImageLink => {
  let pid: number | undefined
  return startChild({
    nodePath,
    script,
    v8: lowMemoryV8,
    env: { ...lowMemoryMalloc, UV_THREADPOOL_SIZE: String(threads) },
    parseReply: (message) => reply.safeParse(message).data,
    onReply: (parsed) => {
      if (parsed.kind === 'ready' && pid !== undefined) useBatchScheduling(pid)
      onReply(parsed)
    },
    onStart: (started) => {
      pid = started
      lowerPriority(started)
      useBatchScheduling(started)
    },
    onEnd,
  })
}

/**
 * glibc would keep the pixel buffers that each thread has freed. With one arena for all threads
 * they are reused, which saves more than 70 MB. Other C libraries ignore this.
 */
const lowMemoryMalloc = { MALLOC_ARENA_MAX: '1' }

/**
 * The bytes of files are outside V8's heap until their small owners in it are collected. Less room
 * for new objects, and less growth between collections, make that happen sooner: each saves 20 MB
 * and takes no time (docs/benchmarks.md).
 */
const lowMemoryV8 = ['--max-semi-space-size=1', '--heap-growing-percent=20']
