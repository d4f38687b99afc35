import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stageCommandLine } from './stage/stage.ts'
import { run } from './run.ts'

/**
 * Makes npm's package of the command line alone and answers its path.
 * @param documents man page and completions, at their paths below `/` on Linux
 */
export const makeNpmTarball = (
  root: string,
  paths: { readonly work: string; readonly output: string },
  documents: Readonly<Record<string, string | Uint8Array>>,
): string => {
  const { work, output } = paths
  const folder = join(work, 'npm')
  stageCommandLine(root, folder, { withPackages: false })
  for (const [path, content] of Object.entries(documents)) {
    const target = join(folder, path.replace('usr/', ''))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  mkdirSync(output, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const name = run(npm, ['pack', '--silent', '--ignore-scripts', '--pack-destination', output], {
    cwd: folder,
  })
  return join(output, name.trim())
}
