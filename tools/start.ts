import '#platform/offline/first.ts'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './chromium-host/chromium/find-chromium.ts'
import { messageOf } from '#values/errors/errors.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { ensureBuilt } from './start/build.ts'
import { chooseHost } from './start/choose-host.ts'
import { electronBinary, electronPackage, install, isReachable } from './start/electron-binary.ts'

/**
 * `npm start`: opens the app in Electron, or over an installed Chromium where Electron is not.
 * `--headless` (or COLDPRESS_HEADLESS=1) opens no window; every other argument is the app's, also
 * `--offline`, with which nothing is downloaded here either.
 */
const root = join(import.meta.dirname, '..')
const electron = electronPackage()
const isHeadless = process.argv.includes('--headless') || process.env['COLDPRESS_HEADLESS'] === '1'
const rest = process.argv
  .slice(2)
  .filter((argument) => argument !== '--headless')
  // npm starts this in the project's folder: a path is meant from the user's own.
  .map((argument) =>
    argument.startsWith('-') ? argument : resolve(process.env['INIT_CWD'] ?? '.', argument),
  )

const run = (program: string, args: readonly string[]): void => {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes; a signal sent to this one alone is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (cause) => {
    console.error(`coldpress: ${program} did not start: ${cause.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  )
}

const choice = await chooseHost({
  platform: process.platform,
  env: process.env,
  isHeadless,
  isOffline: isOffline(),
  electronVersion: electron.version,
  findElectron: () => electronBinary(electron),
  isReachable: () => isReachable(electron.version),
  install: () => {
    console.log(`coldpress: fetching Electron ${electron.version} (once) …`)
    return install(electron)
  },
  findChromium,
})
if (choice.host === 'none') {
  console.error(choice.message)
  process.exit(choice.exitCode)
}
if (choice.host === 'chromium') console.log(choice.notice)
try {
  await ensureBuilt(root, () => console.log('coldpress: building …'))
} catch (cause) {
  console.error(`coldpress: ${messageOf(cause)}`)
  process.exit(1)
}
if (choice.host === 'electron') run(choice.program, [root, ...rest])
else {
  const host = join(root, 'tools', 'chromium-host', 'electron-host.js')
  run(process.execPath, [host, root, ...(isHeadless ? ['--headless=new'] : []), ...rest])
}
