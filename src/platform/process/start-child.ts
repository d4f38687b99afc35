import { spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '#values/errors/errors.ts'
import { crashFolderVariable } from '../crash/crash-trace.ts'
import { offlineVariable } from '../offline/offline.ts'

/** One instance of a child process: plain Node that runs one of our programs and sends messages. */
export type Child<Request> = {
  send(message: Request): void
  /** Ends it at once, whatever it does. */
  kill(): void
  /** Disconnects; the process then ends by itself. */
  hangUp(): void
  readonly ended: Promise<unknown>
}

export type ChildOptions<Reply> = {
  readonly nodePath: string
  readonly script: string
  /** Options of V8. */
  readonly v8: readonly string[]
  /** In addition to what every child gets of the environment. */
  readonly env?: NodeJS.ProcessEnv
  /** What it reads from its standard input; nothing by default. */
  readonly input?: Uint8Array
  /** Undefined for what no child sends. That also ends it, because nothing after it could be trusted. */
  readonly parseReply: (message: unknown) => Reply | undefined
  readonly onReply: (reply: Reply) => void
  /** Called with its process ID, where it could be started. */
  readonly onStart?: (pid: number) => void
  /** Called once, after the last reply. `reason` is for people. */
  readonly onEnd: (reason: string) => void
}

/**
 * The program of a child process: in the bundle every program is beside the shared chunks.
 * @param from the module that starts it; `source` is the path from there, `bundle` its file
 */
export const childProgram = (
  from: string,
  { source, bundle }: { readonly source: string; readonly bundle: string },
): string => fileURLToPath(new URL(from.endsWith('.ts') ? source : `./${bundle}`, from))

/** Longer than the system takes to end a process and hand over its last replies. */
const unendedMs = 5_000

/** Starts a child process. `onEnd` reports every end of it, including a failed start. */
export const startChild = <Request extends object, Reply>(
  options: ChildOptions<Reply>,
): Child<Request> => {
  const { nodePath, script, input, onStart, onEnd } = options
  const child = spawn(nodePath, [...options.v8, script], {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'ipc'],
    env: { ...passedOn(), ...compileCache(), ...options.env },
    windowsHide: true,
  })
  const { pid } = child
  if (pid !== undefined) onStart?.(pid)
  let stderr = ''
  let hungUp = false
  let over = false
  let broken = false
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000)
  })
  // It may end before it has read all: `close` reports that.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  child.on('message', (message) => {
    if (broken) return
    const reply = options.parseReply(message)
    if (reply !== undefined) {
      options.onReply(reply)
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

/** What a plain Node needs from its surroundings; nothing else of the environment is passed on. */
const passedNames = [
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

const passedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedNames.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** Where this process keeps what V8 has compiled, if it does. */
const compileCache = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  // Node puts a folder of its own version into the one that it is given
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
