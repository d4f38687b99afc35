import { accessSync, constants } from 'node:fs'
import { posix, win32 } from 'node:path'

export type Machine = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isProgram: (path: string) => boolean
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
}

const applications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const windowsPrograms = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]
const linuxPrograms = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]

const candidates = ({ platform, env }: Machine): readonly string[] => {
  if (platform === 'darwin')
    return ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')].flatMap((folder) =>
      applications.map((program) => posix.join(folder, program)),
    )
  if (platform === 'win32')
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => windowsPrograms.map((program) => win32.join(folder, program)))
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '')
  return linuxPrograms.flatMap((program) => folders.map((folder) => posix.join(folder, program)))
}

/** The browser that stands in for Electron: COLDPRESS_CHROMIUM when it is set, else an installed one. */
export const findChromium = (machine: Machine = thisMachine): string | undefined => {
  const chosen = machine.env['COLDPRESS_CHROMIUM']
  if (chosen !== undefined && chosen !== '') return machine.isProgram(chosen) ? chosen : undefined
  return candidates(machine).find(machine.isProgram)
}
