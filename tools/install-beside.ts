import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs a package of its own (tools/ipfs-peer, tools/dist) as its lock file says; does nothing
 * when that is done already. It stays outside the workspaces so that `npm ci` at the root is short.
 */
export const installBeside = (
  folder: string,
  name: string,
  options: readonly string[] = [],
): boolean => {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const installedLock = join(folder, 'node_modules', '.installed-from-lock.json')
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) {
    console.log(`${name} is installed.`)
    return true
  }
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', ...options, '--no-audit', '--no-fund'],
    { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
  )
  if (status !== 0) {
    console.error(`${name} could not be installed${error ? `: ${error.message}` : '.'}`)
    return false
  }
  writeFileSync(installedLock, lock)
  return true
}
