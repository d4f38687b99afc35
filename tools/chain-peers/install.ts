import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installBeside } from '../install-beside.ts'

const folder = import.meta.dirname
const environment = join(folder, '.venv')
const isWindows = process.platform === 'win32'

/** Installs what requirements.txt pins into an environment beside this file; once. */
const installPython = (): boolean => {
  const requirements = join(folder, 'requirements.txt')
  const pinned = readFileSync(requirements, 'utf8')
  const installed = join(environment, '.installed-from-requirements.txt')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === pinned) {
    console.log('The Python environment of chain libraries is installed.')
    return true
  }
  const run = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'inherit' }).status === 0
  const python = join(environment, isWindows ? 'Scripts/python.exe' : 'bin/python')
  const isDone =
    run(isWindows ? 'python' : 'python3', ['-m', 'venv', '--clear', environment]) &&
    run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  if (isDone) writeFileSync(installed, pinned)
  else
    console.error(
      'The Python environment of chain libraries could not be installed. It needs Python 3.10 or newer with venv (on Debian the package python3-venv) and the Python Package Index.',
    )
  return isDone
}

const isNodeDone = installBeside(folder, 'The package of chain libraries')
const isPythonDone = installPython()
if (!isNodeDone || !isPythonDone) process.exit(1)
