import { app, clipboard } from 'electron'
import type { StartProcess } from '../processes/port.ts'
import type { ServicesDeps } from '../services/services.ts'
import { createDialogs } from './dialogs.ts'
import { allowCamera } from './guards.ts'
import type { MainWindow } from './main-window.ts'
import { createNotify } from './notify.ts'
import { createStartProcess } from './utility.ts'

/** What the shell lends to whoever opens the services. */
export type HostServices = Pick<
  ServicesDeps,
  'emit' | 'dialogs' | 'clipboard' | 'notify' | 'window' | 'host'
> & {
  readonly startProcess: StartProcess
}

/** Lends what there is by the time it is used: the services open while the window does. */
export const provideServices = (options: {
  readonly window: () => MainWindow
  readonly close: () => void
  readonly emit: ServicesDeps['emit']
  readonly programs: string
}): HostServices => ({
  emit: options.emit,
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
    versions: versions(),
  },
  startProcess: createStartProcess(options.programs),
})

const versions = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['electron', 'chrome', 'node', 'sqlite'].flatMap((name) => {
      const version = process.versions[name]
      return version === undefined ? [] : [[name, version] as const]
    }),
  )
