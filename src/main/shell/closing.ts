import { app, type BrowserWindow, powerMonitor } from 'electron'
import { driveReads } from '#platform/disk/drive-reads.ts'
import { offlineVariable } from '#platform/offline/offline.ts'
import { messageOf } from '#values/errors/errors.ts'
import type { ServicesDeps } from '../services/services.ts'
import type { ServiceHost } from './service-host.ts'
import { onlineArguments } from './start-message.ts'

/** Time that the services get to end their work. Imports go on from their journal next time. */
const graceMs = 10_000

export type Closing = {
  /** Closes the window without asking again. */
  readonly closeNow: () => void
  /** As `closeNow`; then the app starts again, with the network. */
  readonly restartOnline: () => void
}

/** Asks before the window closes on a running import, and ends the services before the app ends. */
export const closeGracefully = (options: {
  readonly window: BrowserWindow
  readonly host: ServiceHost
  readonly emit: ServicesDeps['emit']
  /** Whether the page can ask the user anything. */
  readonly canPrompt: () => boolean
}): Closing => {
  const { window, host } = options
  let mayClose = false
  let startsAgain = false
  let isHung = false
  window.on('unresponsive', () => {
    isHung = true
  })
  window.on('responsive', () => {
    isHung = false
  })
  window.on('close', (event) => {
    const running = host.now?.runningImports() ?? 0
    if (mayClose || isHung || running === 0 || !options.canPrompt()) return
    event.preventDefault()
    options.emit('app.closeRequested', { running })
  })

  const quit = (): void => {
    mayClose = true
    app.quit()
  }
  // before the handlers of a host, which would find the window unwilling
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.prependListener(signal, quit)
  powerMonitor.on('shutdown', quit)
  app.on('window-all-closed', quit)
  let ending: Promise<void> | undefined
  app.on('will-quit', (event) => {
    event.preventDefault()
    ending ??= endApp(host).then(() => exit(startsAgain))
  })
  const closeNow = (): void => {
    mayClose = true
    // the call that asked for it is answered first
    setImmediate(() => window.close())
  }
  return {
    closeNow,
    restartOnline: () => {
      startsAgain = true
      closeNow()
    },
  }
}

/** Last of all: until then this process, whose network stays shut, knows that it is offline. */
const relaunchOnline = (): void => {
  delete process.env[offlineVariable]
  const args = onlineArguments(process.argv, app.isPackaged)
  // an AppImage runs from a folder that goes with this process
  const execPath = process.env['APPIMAGE']
  app.relaunch({ args, ...(execPath === undefined ? {} : { execPath }) })
}

/** A thread that asks a silent drive would keep the process for as long as the drive is silent. */
const exit = (startsAgain: boolean): void => {
  if (startsAgain) relaunchOnline()
  if (driveReads.unanswered > 0) process.kill(process.pid, 'SIGKILL')
  else app.exit(0)
}

/** An update that the user chose is installed once nothing of the app is open any more. */
const endApp = async (host: ServiceHost): Promise<void> => {
  const install = await host.now?.updateAtQuit().catch(() => undefined)
  await closeHost(host)
  await install?.().catch((error: unknown) => console.error('coldpress:', messageOf(error)))
}

const closeHost = (host: ServiceHost): Promise<void> => {
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, graceMs)
  })
  return Promise.race([host.close().catch(() => undefined), late])
}
