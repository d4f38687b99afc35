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

const isOutside = (address: string): boolean => {
  const { protocol, hostname } = URL.parse(address) ?? {}
  const isOfThisComputer = protocol === 'http:' && hostname === '127.0.0.1'
  return protocol === 'https:' || protocol === 'mailto:' || isOfThisComputer
}

/** A plain object: tests put their own functions in, as with real Electron. */
export const shell = {
  openExternal: async (url: string) => {
    if (!isOutside(url))
      throw new Error(
        `The Chromium host opens https, mailto and pages of this computer only, not ${url}`,
      )
    const error = await openWithSystem(url)
    if (error !== '') throw new Error(error)
  },
  openPath: openWithSystem,
  showItemInFolder: (path: string) => {
    void openWithSystem(dirname(path))
  },
  beep: () => {},
} satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'>
