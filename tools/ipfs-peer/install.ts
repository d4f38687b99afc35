import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs the IPFS test node beside this file, as its lock file says; does nothing when that is
 * done already. No install scripts run: js-ipfs is old and needs none.
 */
const folder = import.meta.dirname
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
const installedLock = join(folder, 'node_modules', '.installed-from-lock.json')

if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) {
  console.log('The IPFS test node is installed.')
} else {
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--omit=optional', '--omit=peer', '--no-audit', '--no-fund'],
    { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
  )
  if (status !== 0) {
    console.error(`The IPFS test node could not be installed${error ? `: ${error.message}` : '.'}`)
    process.exit(1)
  }
  writeFileSync(installedLock, lock)
}
