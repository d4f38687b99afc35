import { type Command, CommanderError, Option } from 'commander'
import { errorTable, isColdpressError, messageOf, type ErrorCode } from '../shared/errors.ts'
import { Session, type GlobalOptions } from './session.ts'

/** What a command answers: `json` under `--json`, else `text`; `exit` when it is not 0. */
export type Answer = { readonly json: unknown; readonly text: string; readonly exit?: number }

export type Action<Options> = (
  session: Session,
  options: Options,
  ...args: readonly string[]
) => Promise<Answer | undefined>

/** A folder of commands, such as `policy`. */
export const group = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description)

/** commander's way of naming a command and its arguments; `isDefault`: its name may be left out. */
type Signature = string | { readonly signature: string; readonly isDefault: true }

/** One command. Every command shows an example in its help. */
export const command = <Options extends object>(
  parent: Command,
  signature: Signature,
  description: string,
  example: string,
  setUp: (command: Command) => Command,
  action: Action<Options>,
): void => {
  const [words, flags] =
    typeof signature === 'string' ? [signature, {}] : [signature.signature, { isDefault: true }]
  const built = setUp(parent.command(words, flags).description(description))
  for (const option of globalOptions()) built.addOption(option)
  built.addHelpText('after', `\nExample:\n  coldpress ${example}\n`)
  built.action(async (...received: unknown[]) => {
    // commander hands over the arguments, then the options, then the command
    const args = received
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === 'string')
    await runAction(built.optsWithGlobals<Options & GlobalOptions>(), args, action)
  })
}

const globalOptions = (): readonly Option[] => [
  new Option('--home <dir>', "folder of Coldpress's data (or COLDPRESS_HOME)").helpGroup(
    'Everywhere:',
  ),
  new Option(
    '--account <name>',
    'the account to work with (default: the built-in Local studio)',
  ).helpGroup('Everywhere:'),
  new Option(
    '--passphrase-file <file>',
    'file with the vault passphrase (or COLDPRESS_PASSPHRASE_FILE)',
  ).helpGroup('Everywhere:'),
  new Option('--json', 'print one JSON document').helpGroup('Everywhere:'),
  new Option('--quiet', 'print no progress and no messages').helpGroup('Everywhere:'),
]

const runAction = async <Options extends object>(
  options: Options & GlobalOptions,
  args: readonly string[],
  action: Action<Options>,
): Promise<void> => {
  const session = new Session(options, interruption())
  try {
    const answer = await action(session, options, ...args)
    if (answer !== undefined)
      process.stdout.write(`${options.json === true ? JSON.stringify(answer.json) : answer.text}\n`)
    process.exitCode = answer?.exit ?? 0
  } catch (error) {
    process.exitCode = report(error, options.json === true)
  } finally {
    await session.close()
  }
}

/** Aborted by the first Ctrl-C, so that work ends cleanly; the second ends the process at once. */
const interruption = (): AbortSignal => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort()
    })
  }
  return controller.signal
}

/** Prints a failure and answers its exit code (cli.md, "Exit codes"). */
const report = (error: unknown, json: boolean): number => {
  const code: ErrorCode = isColdpressError(error) ? error.code : 'internal'
  const message = messageOf(error)
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
  process.stderr.write(`coldpress: ${message}\n`)
  if (
    code === 'internal' &&
    error instanceof Error &&
    process.env['COLDPRESS_DEBUG'] !== undefined
  ) {
    process.stderr.write(`${error.stack ?? ''}\n`)
  }
  return errorTable[code].exit
}

/** Parses the arguments and runs the command they name; sets the exit code of the process. */
export const runProgram = async (program: Command, args: readonly string[]): Promise<void> => {
  throwInsteadOfExiting(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : errorTable.usage.exit
  }
}

const throwInsteadOfExiting = (command: Command): void => {
  command.exitOverride().showHelpAfterError('Add --help for what can be given.')
  for (const child of command.commands) throwInsteadOfExiting(child)
}
