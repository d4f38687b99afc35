import { app, clipboard, Notification, shell, utilityProcess } from 'electron'
import type { StartProcess } from '../processes/environment.ts'
import type { ServicesDeps } from '../services/services.ts'
import { createDialogs } from './dialogs.ts'
import { allowCamera } from './guards.ts'
import type { MainWindow } from './main-window.ts'
import { join } from 'node:path'
import { unsandboxedReason } from './sandbox.ts'
import { installUpdate } from './install-update.ts'

/** The shell's functions for the services. */
export type HostServices = Pick<
  ServicesDeps,
  | 'emit'
  | 'dialogs'
  | 'clipboard'
  | 'notify'
  | 'window'
  | 'host'
  | 'system'
  | 'showRecentFolders'
  | 'installUpdate'
  | 'restartOnline'
> & {
  readonly startProcess: StartProcess
  /** Closes the services, opens them again, and loads the page. */
  readonly reopen: () => void
  /** Why the vault stays closed in this run; see `sandbox.ts`. */
  readonly vaultClosedBecause: string | undefined
}

/**
 * Each function uses what exists when it is called: the services open at the same time as the
 * window.
 */
export const provideServices = (options: {
  readonly window: () => MainWindow
  readonly close: () => void
  readonly restartOnline: () => void
  readonly emit: ServicesDeps['emit']
  readonly programs: string
  readonly showRecentFolders: ServicesDeps['showRecentFolders']
  readonly reopen: () => void
}): HostServices => ({
  emit: options.emit,
  showRecentFolders: options.showRecentFolders,
  reopen: options.reopen,
  restartOnline: options.restartOnline,
  system: {
    revealFile: (path) => shell.showItemInFolder(path),
    openFile: (path) => shell.openPath(path),
  },
  dialogs: createDialogs(() => options.window().browser),
  clipboard: {
    read: () => clipboard.readText(),
    write: (text) => clipboard.writeText(text),
    clear: async () => clipboard.clear(),
  },
  notify: createNotify(() => options.window().present()),
  window: {
    protect: (on) => options.window().browser.setContentProtection(on),
    allowCamera: (on) => allowCamera(options.window().browser.webContents.session, on),
    close: options.close,
    setAppearance: (appearance) => options.window().setAppearance(appearance),
  },
  host: {
    // said by the stand-in of development, tools/chromium-host
    kind: process.env['COLDPRESS_HOST_KIND'] === 'chromium' ? 'chromium' : 'electron',
    version: app.getVersion(),
    versions: versionsOfHost(),
  },
  installUpdate,
  vaultClosedBecause: unsandboxedReason(process.argv, process.env),
  startProcess: createStartProcess(options.programs),
})

export const versionsOfHost = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['electron', 'chrome', 'node', 'sqlite'].flatMap((name) => {
      const version = process.versions[name]
      return version === undefined ? [] : [[name, version] as const]
    }),
  )

/** Notifications of the system; a click brings the window to the front first. */
const createNotify = (present: () => void): ServicesDeps['notify'] => {
  /** Notifications that may still be clicked: a garbage-collected one would not report it. */
  const shown = new Set<Notification>()
  return ({ title, body, onClick }) => {
    if (!Notification.isSupported()) return false
    const notification = new Notification({ title, body })
    shown.add(notification)
    const release = (): void => {
      shown.delete(notification)
    }
    notification.on('click', () => {
      release()
      present()
      onClick()
    })
    notification.on('close', release)
    notification.on('failed', release)
    notification.show()
    return true
  }
}

/** Starts programs of the folder that the main process was built into, with the given environment alone. */
const createStartProcess =
  (programs: string): StartProcess =>
  (name, env) => {
    const child = utilityProcess.fork(join(programs, `${name}.js`), [], {
      serviceName: `Coldpress ${name}`,
      env,
      stdio: 'inherit',
    })
    let hasEnded = false
    child.once('exit', () => {
      hasEnded = true
    })
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
      post: (message) => child.postMessage(message),
      onMessage: (listener) => {
        child.on('message', (message: unknown) => {
          if (!hasEnded) listener(message)
        })
      },
      onExit: (listener) => {
        child.once('exit', listener)
      },
      kill: () => {
        child.kill()
      },
    }
  }
