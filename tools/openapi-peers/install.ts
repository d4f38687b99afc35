import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installBeside } from '../install-beside.ts'

/** The readers of the OpenAPI document, beside this file: of npm, and of PyPI where there is a Python. */
const here = import.meta.dirname
if (!installBeside(here, 'The readers of OpenAPI')) process.exit(1)
const run = (program: string, ...args: readonly string[]): void => {
  const { status, error } = spawnSync(program, args, { cwd: here, stdio: 'inherit' })
  if (status === 0) return
  console.error(
    `${program} ended with ${status ?? error?.message}: the Python readers are missing.`,
  )
  process.exit(1)
}
const python = join(here, 'venv', 'bin', 'python')
if (!existsSync(python)) run('python3', '-m', 'venv', 'venv')
run(python, '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt')
