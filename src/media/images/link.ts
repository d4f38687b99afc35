import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { type Child, startChild } from '#platform/process/start-child.ts'
import { type ImageReply, type ImageRequest, reply } from './messages.ts'

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

/**
 * The user's other programs and the window have priority. On Linux a priority belongs to a thread,
 * and new threads inherit it. The process itself could only set it after the decoding threads
 * exist, so its parent does.
 */
const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended, which its link reports, or the system does not allow changing priorities
  }
}

/**
 * Batch scheduling (sched(7)): a thread that wakes up does not interrupt the running one. There are
 * more decoding threads than cores, and they would evict each other's caches (docs/benchmarks.md).
 * Node has no call for it. Without `chrt` (util-linux) it only takes longer. `chrt` misses a thread
 * that starts while it goes through them: a second call, once the process is ready, reaches that one.
 */
const useBatchScheduling = (pid: number): void => {
  if (process.platform !== 'linux') return
  try {
    const chrt = spawn('chrt', ['--batch', '--all-tasks', '--pid', '0', String(pid)], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    })
    chrt.on('error', () => undefined)
    chrt.unref()
  } catch {
    // the system cannot start more processes
  }
}
