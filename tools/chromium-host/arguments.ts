import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Switches that are Chromium's; every other argument is the app's. */
const chromiumSwitch =
  /^--(?:remote-debugging-port|no-sandbox|headless|window-size|window-position|lang|force-device-scale-factor|disable-gpu|ozone-platform|force-prefers-reduced-motion|use-fake-device-for-media-stream|use-file-for-fake-video-capture)(?:=|$)/u

export type HostArguments = {
  readonly inspectPort: number | undefined
  readonly chromium: readonly string[]
  /** What the app sees after its own path. */
  readonly app: readonly string[]
  readonly target: string
}

/** Takes the command line of an Electron binary, as Playwright and electron-vite give it. */
export const parseArguments = (args: readonly string[]): HostArguments => {
  const inspect = args.find((argument) => argument.startsWith('--inspect'))
  const others = args.filter((argument) => !argument.startsWith('--inspect'))
  const rest = others.filter((argument) => !chromiumSwitch.test(argument))
  const target = rest.find((argument) => !argument.startsWith('-')) ?? '.'
  return {
    inspectPort: inspect === undefined ? undefined : Number(inspect.split('=')[1] ?? 9229),
    chromium: others.filter((argument) => chromiumSwitch.test(argument)),
    app: rest.filter((_, index) => index !== rest.indexOf(target)),
    target: resolve(target),
  }
}

export type AppPackage = {
  readonly name: string
  readonly version: string
  readonly productName?: string
  readonly main?: string
}
export type AppFiles = {
  readonly folder: string
  readonly main: string
  readonly package: AppPackage
}

/** The app is a folder with a package.json, or a file inside of one. */
export const findApp = (target: string): AppFiles => {
  const isFile = statSync(target).isFile()
  const folder = isFile ? packageFolderOf(dirname(target)) : target
  const parsed: AppPackage = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    folder,
    main: isFile ? target : join(folder, parsed.main ?? 'index.js'),
    package: parsed,
  }
}

const packageFolderOf = (folder: string): string => {
  if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false }) !== undefined) return folder
  if (dirname(folder) === folder) throw new Error('The app has no package.json.')
  return packageFolderOf(dirname(folder))
}
