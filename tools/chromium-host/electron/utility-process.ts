import type { ChildProcess, fork, Serializable, StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ForkOptions, UtilityProcess as ElectronUtilityProcess } from 'electron'
import { nodePath } from '../boot.ts'
import { realFork } from '../process/electron-limits.ts'
import { app } from './app.ts'
import { strict } from './strict.ts'
import { addUtility } from './utility-processes.ts'

const preload = fileURLToPath(new URL('../process/utility.ts', import.meta.url))

type Way = 'pipe' | 'ignore' | 'inherit'
const isWay = (way: unknown): way is Way => way === 'pipe' || way === 'ignore' || way === 'inherit'

/** Electron knows one word for all, or an array whose first (stdin) must be `ignore`. */
const waysOf = (stdio: ForkOptions['stdio']): StdioOptions => {
  const [input, output, errors] = Array.isArray(stdio)
    ? stdio
    : ['ignore', stdio ?? 'inherit', stdio ?? 'inherit']
  if (input !== 'ignore') throw new Error('stdin of a utility process can only be "ignore".')
  if (!isWay(output) || !isWay(errors))
    throw new Error('stdio of a utility process is "pipe", "ignore" or "inherit".')
  return [input, output, errors, 'ipc']
}

const environmentOf = (given: object): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(child: ChildProcess, serviceName: string) {
    super()
    this.#child = child
    child.on('spawn', () => this.emit('spawn'))
    child.on('message', (message) => this.emit('message', message))
    // A message to a process that has just ended is lost, as in Electron.
    child.on('error', () => {})
    child.on('exit', (code, signal) => {
      const exitCode = code ?? 1
      this.emit('exit', exitCode)
      if (exitCode !== 0)
        app.emit(
          'child-process-gone',
          {},
          {
            type: 'Utility',
            reason: signal === null ? 'abnormal-exit' : 'killed',
            exitCode,
            name: serviceName,
            serviceName,
          },
        )
    })
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null
      ? this.#child.pid
      : undefined
  }
  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout
  }
  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr
  }
  kill(): boolean {
    return this.#child.kill()
  }
  postMessage(message: Serializable, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0)
      throw new Error('The Chromium host cannot transfer ports to a utility process.')
    if (this.#child.connected) this.#child.send(message)
  }
}

/** A child of plain Node with Electron's parentPort; messages are cloned, so byte arrays travel. */
export const utilityProcess = strict('utilityProcess', {
  fork: (file: string, args: readonly string[] = [], options: ForkOptions = {}) => {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.')
    const start: typeof fork = realFork
    const child = start(file, args, {
      execPath: nodePath,
      execArgv: ['--import', preload, ...(options.execArgv ?? [])],
      serialization: 'advanced',
      env: environmentOf(options.env ?? process.env),
      cwd: options.cwd,
      stdio: waysOf(options.stdio),
    })
    const serviceName = options.serviceName ?? 'Node Utility Process'
    addUtility({ child, serviceName })
    const utility = new UtilityProcess(child, serviceName)
    utility satisfies Pick<ElectronUtilityProcess, 'kill' | 'pid'>
    return strict('UtilityProcess', utility)
  },
})
