import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import type { Shell } from 'electron'

const opener = (): readonly [string, ...string[]] => {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/** @returns why it failed; empty when it did not */
const openWithSystem = (what: string): Promise<string> => {
  const [program, ...args] = opener()
  return new Promise((resolve) =>
    execFile(program, [...args, what], (error) => resolve(error === null ? '' : error.message)),
  )
}

/** A plain object: tests put their own functions in, as with real Electron. */
export const shell = {
  openExternal: async (url: string) => {
    const protocol = URL.parse(url)?.protocol
    if (protocol !== 'https:' && protocol !== 'mailto:')
      throw new Error(`The Chromium host opens https and mailto only, not ${url}`)
    const error = await openWithSystem(url)
    if (error !== '') throw new Error(error)
  },
  openPath: openWithSystem,
  showItemInFolder: (path: string) => {
    void openWithSystem(dirname(path))
  },
  beep: () => {},
} satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'>
