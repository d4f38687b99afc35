import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { boot } from '../boot.ts'

const chosen = new Map<string, string>()
let name = boot.package.productName ?? boot.package.name

export const getName = (): string => name
export const setName = (next: string): void => {
  name = next
}

const dataFolder = (): string => {
  const home = homedir()
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (process.platform === 'win32')
    return process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming')
  return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
}

/** Where Electron keeps things, under the same names. */
export const getPath = (path: string): string => {
  const set = chosen.get(path)
  if (set !== undefined) return set
  const userData = path === 'userData' ? '' : getPath('userData')
  const known: Readonly<Record<string, string>> = {
    home: homedir(),
    appData: dataFolder(),
    userData: join(dataFolder(), name),
    sessionData: userData,
    logs: join(userData, 'logs'),
    temp: tmpdir(),
    desktop: join(homedir(), 'Desktop'),
    documents: join(homedir(), 'Documents'),
    downloads: join(homedir(), 'Downloads'),
    images: join(homedir(), 'Pictures'),
    exe: process.execPath,
  }
  const found = known[path]
  if (found === undefined) throw new Error(`Failed to get '${path}' path`)
  return found
}

export const setPath = (path: string, folder: string): void => {
  if (!isAbsolute(folder)) throw new Error('Path must be absolute')
  chosen.set(path, folder)
}
