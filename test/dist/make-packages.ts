import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureSystemPackages, ofThePackages } from '../../tools/system-packages.ts'

const root = join(import.meta.dirname, '..', '..')

/** Makes the packages of this system once for all tests, with a stand-in for Electron. */
export const setup = (): void => {
  if (!ensureSystemPackages(ofThePackages)) throw new Error('System packages are missing.')
  const { status } = spawnSync(process.execPath, [join(root, 'tools', 'dist.ts'), '--stand-in'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The packages could not be made.')
}
