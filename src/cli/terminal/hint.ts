import { basename } from 'node:path'
import { shellWord } from '#shared/shell-word.ts'

type HintOptions = { readonly home?: string | undefined; readonly account?: string | undefined }

/** The options of this run that its hints repeat. A process runs one command. */
let repeated: HintOptions = {}

/** Makes every later hint name the home and the account that this run was given. */
export const repeatInHints = ({ home, account }: HintOptions): void => {
  repeated = { home, account }
}

/**
 * How the user starts Coldpress: `npx coldpress` in a checkout, or an installed `coldpress`. npm
 * installs a link of that name; a package's launcher gives the process that title.
 */
export const programName = (
  script: string | undefined = process.argv[1],
  env: NodeJS.ProcessEnv = process.env,
  title: string = process.title,
): string =>
  (basename(script ?? '') === 'coldpress' || title === 'coldpress') &&
  env['npm_command'] === undefined
    ? 'coldpress'
    : 'npx coldpress'

/**
 * A command as the user must type it to go on with the same data: `hint('policy list')` is
 * `npx coldpress policy list --home prints`. Options that the command names itself are not repeated.
 */
export const hint = (command: string, options: HintOptions = {}): string =>
  [
    programName(),
    command,
    ...Object.entries({ ...repeated, ...options }).flatMap(([name, value]) =>
      value === undefined || command.includes(`--${name} `) ? [] : [`--${name}`, shellWord(value)],
    ),
  ].join(' ')
