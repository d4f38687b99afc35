import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { shellWord } from '#values/text/shell-word.ts'
import { keepWhole } from './wrap.ts'

type HintOptions = { readonly home?: string | undefined; readonly account?: string | undefined }

/** The options of this run that its hints repeat. A process runs one command. */
let repeated: HintOptions = {}

/** Makes every later hint name the home and the account that this run was given. */
export const repeatInHints = ({ home, account }: HintOptions): void => {
  repeated = { home, account }
}

/** Of this checkout or installation: this file is in its sources or in a bundle. */
const launcherPath = (): string => {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const launcher = join(folder, 'bin', 'coldpress.js')
    if (existsSync(launcher)) return launcher
  }
  return 'coldpress'
}

/**
 * How the user starts Coldpress: `coldpress` where it is installed (npm installs a link of that name; a
 * package's launcher gives the process that title), by the path of its launcher where that was run, also
 * by npm. Never
 * `npx coldpress`: outside of the checkout npx would fetch whatever somebody registered under that name,
 * and run it beside the vault.
 */
export const programName = (
  script: string | undefined = process.argv[1],
  env: NodeJS.ProcessEnv = process.env,
  title: string = process.title,
): string => {
  const name = basename(script ?? '')
  const isByPath =
    name === 'coldpress.js' || (name === 'coldpress' && env['npm_command'] !== undefined)
  if (!isByPath || title === 'coldpress') return 'coldpress'
  // Windows starts no script by its first line.
  return process.platform === 'win32' ? `node "${launcherPath()}"` : shellWord(launcherPath())
}

/**
 * A command as the user must type it to go on with the same data: `hint('policy list')` is
 * `coldpress policy list --home prints`. Options that the command names itself are not repeated.
 */
export const hint = (command: string, options: HintOptions = {}): string =>
  keepWhole(
    [
      programName(),
      command,
      ...Object.entries({ ...repeated, ...options }).flatMap(([name, value]) =>
        value === undefined || command.includes(`--${name} `)
          ? []
          : [`--${name}`, shellWord(value)],
      ),
    ].join(' '),
  )
