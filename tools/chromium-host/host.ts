import inspector from 'node:inspector'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boot } from './boot.ts'
import { electronVersion } from './electron-version.ts'
import './process/electron-limits.ts'
import './process/electron-module.ts'
import { appIsLoaded } from './electron/app.ts'

/** Runs an app's main process as Electron would, over the installed Chromium. */
const launcher = join(import.meta.dirname, 'electron-host.js')

Object.defineProperties(process, {
  versions: {
    value: Object.freeze({ ...process.versions, electron: electronVersion, chrome: '0' }),
  },
  type: { value: 'browser' },
  resourcesPath: { value: join(boot.folder, 'resources') },
  // Electron's binary there: whoever starts it as if it were Node starts the app instead.
  execPath: { value: launcher },
})
process.env['COLDPRESS_HOST_KIND'] = 'chromium'
process.argv = [launcher, boot.target, ...boot.appArguments]
if (boot.inspectPort !== undefined) inspector.open(boot.inspectPort, '127.0.0.1')

const late = setTimeout(() => {
  console.error(
    'Chromium host: the main bundle did not load within 5 s. A top-level await on app.whenReady() hangs Electron too.',
  )
  process.exit(1)
}, 5000)
await import(pathToFileURL(boot.main).href)
clearTimeout(late)
appIsLoaded()
