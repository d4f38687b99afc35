import { spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { messageOf } from '#shared/errors.ts'
import { crashFolderVariable } from '../crash/crash-trace.ts'
import { offlineVariable } from '../offline/offline.ts'
import { reply, type ImageReply, type ImageRequest } from './messages.ts'
import { lowerPriority, useBatchScheduling } from './lower-priority.ts'

/** One instance of the image process. */
export type Link = {
  send(message: ImageRequest): void
  /** Ends it at once, whatever it does. */
  kill(): void
  /** Disconnects; the process then ends by itself. */
  hangUp(): void
  readonly ended: Promise<unknown>
}

export type LinkOptions = {
  readonly nodePath: string
  readonly script: string
  readonly threads: number
  readonly onReply: (reply: ImageReply) => void
  /** Called once, after the last reply. `reason` is for people. */
  readonly onEnd: (reason: string) => void
}

/** Longer than the system takes to end a process and hand over its last replies. */
const unendedMs = 5_000

/** What a plain Node needs from its surroundings; nothing else of the environment is passed on. */
const passedOn = [
  'SystemRoot',
  'windir',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'PATH',
  offlineVariable,
  crashFolderVariable,
]

/**
 * Starts the image process. `onEnd` reports every end of it, including a failed start. An invalid
 * reply also ends it, because nothing after it could be trusted.
 */
export const startLink = ({ nodePath, script, threads, onReply, onEnd }: LinkOptions): Link => {
  const child = spawn(nodePath, [...lowMemoryV8, script], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: environment(threads),
    windowsHide: true,
  })
  const { pid } = child
  if (pid !== undefined) {
    lowerPriority(pid)
    useBatchScheduling(pid)
  }
  let stderr = ''
  let hungUp = false
  let over = false
  let broken = false
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000)
  })
  child.on('message', (message) => {
    if (broken) return
    const parsed = reply.safeParse(message)
    if (parsed.success) {
      if (parsed.data.kind === 'ready' && pid !== undefined) useBatchScheduling(pid)
      onReply(parsed.data)
      return
    }
    broken = true
    child.kill('SIGKILL')
  })
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  const end = (reason: string): void => {
    if (over) return
    over = true
    onEnd([reason, stderr.trim()].filter((part) => part !== '').join(': '))
    resolve(undefined)
  }
  const endOf = (code: number | null, signal: string | null): string =>
    `it ended with ${signal ?? `exit code ${code}`}`
  child.once('close', (code, signal) => end(endOf(code, signal)))
  // `close` waits for the last reply, but never comes once this side has disconnected.
  child.once('exit', (code, signal) => {
    if (hungUp) end(endOf(code, signal))
  })
  // Without a pid it never ran, and no `close` follows on every platform.
  child.on('error', (error) => {
    if (pid === undefined) end(messageOf(error))
  })
  return {
    send: (message) => {
      // A failed send means that the process is ending; `close` reports it.
      if (child.connected) child.send(message, () => undefined)
    },
    kill: () => {
      child.kill('SIGKILL')
      // The system cannot end a process while a drive holds its call.
      setTimeout(() => end('it could not be ended'), unendedMs).unref()
    },
    hangUp: () => {
      if (!child.connected || child.exitCode !== null || child.signalCode !== null) return
      hungUp = true
      child.disconnect()
    },
    ended,
  }
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

/** Where this process keeps what V8 has compiled, if it does. */
const compileCache = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  // Node puts a folder of its own version into the one that it is given
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const environment = (threads: number): NodeJS.ProcessEnv => {
  const kept = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    ...lowMemoryMalloc,
    ...compileCache(),
    UV_THREADPOOL_SIZE: String(threads),
  }
}
