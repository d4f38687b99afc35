import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ProcessName } from '#main/processes/environment.ts'
import type { Port } from '#transport/process/port.ts'

/** A child program in a real process; what it prints and what is posted to it is kept for the test. */
export type ForkedPort = Port & {
  readonly pid: number
  readonly printed: () => string
  /** The very objects that were posted: what was in them may be wiped since. */
  readonly posted: readonly unknown[]
  /** Whether the process was seen to end. */
  readonly exited: Promise<void>
  readonly signal: (name: NodeJS.Signals) => void
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const forkPort = (name: ProcessName, env: Readonly<Record<string, string>>): ForkedPort => {
  const child = fork(here(`../../../src/main/processes/${name}/main.ts`), [], {
    serialization: 'advanced',
    execArgv: ['--import', here('parent-port.process.ts')],
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      printed += text
    })
  }
  const posted: unknown[] = []
  // A channel that closes during a send reports it here; the exit follows.
  child.on('error', () => undefined)
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    posted,
    exited: once(child, 'close').then(() => undefined),
    signal: (signal) => void child.kill(signal),
    post: (message) => {
      posted.push(message)
      if (child.connected && typeof message === 'object' && message !== null)
        child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code ?? 137)),
    kill: () => void child.kill('SIGKILL'),
  }
}
