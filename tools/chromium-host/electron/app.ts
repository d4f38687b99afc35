import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { App as ElectronApp } from 'electron'
import { boot, nodePath } from '../boot.ts'
import { isPrevented } from './event.ts'
import { systemLocale } from '../system-locale.ts'
import { getName, getPath, setName, setPath } from './paths.ts'
import { chromium, closeChromium } from './running-chromium.ts'
import { SingleInstance } from './single-instance.ts'
import { strict } from './strict.ts'
import { utilityMetrics } from './utility-processes.ts'
import { openWindows } from './windows.ts'

class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = strict('app.commandLine', {
    appendSwitch: (name: string, value?: string) => {
      boot.chromiumArguments.push(value === undefined ? `--${name}` : `--${name}=${value}`)
    },
    hasSwitch: (name: string) =>
      boot.chromiumArguments.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
  })
  readonly getPath = getPath
  readonly setPath = setPath
  readonly getName = getName
  readonly setName = setName
  readonly #singleInstance = new SingleInstance()
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isQuitting = false

  get name(): string {
    return getName()
  }
  getVersion(): string {
    return boot.package.version
  }
  getAppPath(): string {
    return boot.folder
  }
  getSystemLocale(): string {
    return systemLocale()
  }
  getAppMetrics(): readonly object[] {
    return [{ pid: process.pid, type: 'Browser' }, ...utilityMetrics()]
  }
  isReady(): boolean {
    return this.#isReady
  }
  whenReady(): Promise<void> {
    return this.#ready.promise
  }
  /** Every window of the host is sandboxed. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  disableHardwareAcceleration(): void {}
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  focus(): void {}

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.#singleInstance.request(getPath('userData'), additionalData, (second) =>
      this.emit('second-instance', {}, second.argv, second.workingDirectory, second.additionalData),
    )
  }
  releaseSingleInstanceLock(): void {
    this.#singleInstance.release()
  }

  /** Closes the windows, which may object; then ends. */
  quit(): void {
    if (this.#isQuitting || isPrevented(this, 'before-quit', {})) return
    this.#isQuitting = true
    for (const window of openWindows()) window.close()
    if (openWindows().length > 0 || isPrevented(this, 'will-quit', {})) {
      this.#isQuitting = false
      return
    }
    void this.#end(0)
  }
  /** Ends without asking anybody. */
  exit(code = 0): void {
    this.#isQuitting = true
    for (const window of openWindows()) window.destroy()
    void this.#end(code)
  }

  /** Another host starts when this one has ended; the lock of its folder is free by then. */
  relaunch({ args = process.argv.slice(1) }: { readonly args?: readonly string[] } = {}): void {
    const given = [process.execPath, ...boot.givenChromiumArguments, ...args]
    process.once('exit', () => spawn(nodePath, given, { detached: true, stdio: 'inherit' }).unref())
  }

  windowsAreClosed(): void {
    if (this.#isQuitting) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  becomeReady(): void {
    if (this.#isQuitting) return
    // The app opens its window soon: Chromium starts while the app does.
    chromium().catch((cause: unknown) => {
      console.error(`Chromium host: ${cause instanceof Error ? cause.message : String(cause)}`)
      this.exit(1)
    })
    this.#isReady = true
    this.emit('will-finish-launching')
    this.#ready.resolve()
    this.emit('ready', {}, {})
  }

  async #end(code: number): Promise<void> {
    this.emit('quit', {}, code)
    await this.#singleInstance.reported
    await closeChromium()
    process.exit(code)
  }
}

const running = new App()
running satisfies Pick<
  ElectronApp,
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getName'
  | 'getVersion'
  | 'isPackaged'
  | 'isReady'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'setName'
  | 'whenReady'
>

// As of Electron: the first signal asks, so that an import can be stopped in good order.
// One Ctrl-C may come twice: from the terminal, and passed on by whoever started the host.
let firstSignal: number | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    const now = performance.now()
    firstSignal ??= now
    if (now - firstSignal < 1000) running.quit()
    else running.exit(130)
  })

export const app = strict('app', running)
export const appIsLoaded = (): void => running.becomeReady()
export const windowsAreClosed = (): void => running.windowsAreClosed()
