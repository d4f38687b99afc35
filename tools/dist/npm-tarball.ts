import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stageCommandLine } from './stage/stage.ts'
import { run } from './run.ts'

/** Makes npm's package of the command line alone and answers its path. */
export const makeNpmTarball = (root: string, work: string, output: string): string => {
  const folder = join(work, 'npm')
  stageCommandLine(root, folder, { withPackages: false })
  mkdirSync(output, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const name = run(npm, ['pack', '--silent', '--ignore-scripts', '--pack-destination', output], {
    cwd: folder,
  })
  return join(output, name.trim())
}
