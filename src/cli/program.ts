import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, CommanderError, type Option } from 'commander'
import { clockIssueIn } from '#platform/disk/home.ts'
import {
  ColdpressError,
  type ErrorCode,
  errorTable,
  isColdpressError,
  messageOf,
} from '#values/errors/errors.ts'
import { detailsText, serviceDetails, serviceReason } from '#values/errors/service-details.ts'
import { printable, printableJson, printableLines } from '#values/text/printable.ts'
import { programName, repeatInHints } from './terminal/hint.ts'
import { CollectionOption } from './options/collection-option.ts'
import { renderText, screenOf } from './terminal/layout.ts'
import type { Text } from './terminal/table.ts'
import { wrapCommand, wrapLine } from './terminal/wrap.ts'
import { adviceOn } from './terminal/error-advice.ts'
import { interrupted, listenForInterruption } from './terminal/interruption.ts'
import { allowReplacing, requireWritable } from './files.ts'
import { OutputOption } from './options/output-option.ts'
import { type GlobalOptions, Session } from './session.ts'

/** What a command answers: `json` under `--json`, else `text`; `exit` when it is not 0. */
export type CommandAnswer = {
  readonly json: unknown
  readonly text: Text
  readonly exit?: number
}

export type CommandAction<Options> = (
  session: Session,
  options: Options,
  ...args: readonly string[]
) => Promise<CommandAnswer | undefined>

/** The examples of a group's own commands, for its help. */
const examplesOf = new WeakMap<Command, string[]>()

/** A command with subcommands, such as `policy`. Its help shows an example of each. */
export const group = (parent: Command, name: string, description: string): Command => {
  const examples: string[] = []
  const built = parent.command(name).description(description)
  examplesOf.set(built, examples)
  return built.addHelpText('after', () => examplesText(examples))
}

/** Examples as a help ends with them. */
export const examplesText = (
  examples: readonly string[],
  { width } = screenOf(process.stdout),
): string =>
  [
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.flatMap((example) => wrapCommand(`  ${programName()} ${example}`, width)),
    '',
  ].join('\n')

/** commander's way of naming a command and its arguments; `isDefault`: its name may be left out. */
type Signature = string | { readonly signature: string; readonly isDefault: true }

/** What commander calls where an option is missing; an option that it does not know explains that better. */
type OptionChecks = {
  missingMandatoryOptionValue(option: Option): void
  unknownOption(flag: string): void
}

const hasChecks = (built: Command): built is Command & OptionChecks =>
  'missingMandatoryOptionValue' in built && 'unknownOption' in built

const preferUnknownOption = (built: Command): void => {
  if (!hasChecks(built)) return
  const reportMissing = built.missingMandatoryOptionValue.bind(built)
  built.missingMandatoryOptionValue = (option) => {
    const unknown = built.args.find((arg) => /^--?[a-z]/u.test(arg))
    if (unknown !== undefined) built.unknownOption(unknown)
    reportMissing(option)
  }
}

/** One command. Every command shows an example in its help. */
export const command = <Options extends object>(
  parent: Command,
  signature: Signature,
  description: string,
  example: string,
  setUp: (command: Command) => Command,
  action: CommandAction<Options>,
  /** What is missing that no option says alone, before anything is looked up. */
  missing: (options: Options) => string | undefined = () => undefined,
): void => {
  const [words, flags] =
    typeof signature === 'string' ? [signature, {}] : [signature.signature, { isDefault: true }]
  const built = setUp(parent.command(words, flags).description(description))
  preferUnknownOption(built)
  const outputs = built.options.filter((option) => option instanceof OutputOption)
  if (outputs.length > 0) built.option('--replace', 'replace a file that is there already')
  built.addHelpText('after', examplesText([example]))
  examplesOf.get(parent)?.push(example)
  built.action(async (...received: unknown[]) => {
    // commander hands over the arguments, then the options, then the command
    const args = received
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === 'string')
    const options = built.optsWithGlobals<
      Options & GlobalOptions & { readonly replace?: boolean }
    >()
    await runAction(options, args, async (session, given, ...words) => {
      requireNoEmptyValue(built)
      const sentence = missing(options)
      if (sentence !== undefined) throw new ColdpressError('usage', sentence)
      if (options.replace === true) allowReplacing()
      for (const output of outputs) {
        const path: unknown = built.getOptionValue(output.attributeName())
        if (typeof path === 'string') await requireWritable(path)
      }
      warnOfClock(session)
      return action(session, await withCollectionId(built, session, given), ...words)
    })
  })
}

const withCollectionId = async <Options extends object>(
  built: Command,
  session: Session,
  options: Options,
): Promise<Options> => {
  const option = built.options.find((known) => known instanceof CollectionOption)
  const named: unknown = option && built.getOptionValue('collection')
  if (option === undefined || typeof named !== 'string') return options
  const collection = await session.findCollectionId(named)
  if (collection === named || option.takesName) return { ...options, collection }
  throw new ColdpressError(
    'usage',
    `--collection: ${printable(named)} is a name. What burns or deletes takes the id alone. The collection of this name has the id ${collection}.`,
  )
}

/** The options that stand before or after the name of any command. */
export const addGlobalOptions = (program: Command): Command =>
  program
    .option('--home <dir>', "the folder of Coldpress's data (or COLDPRESS_HOME)")
    .option(
      '--account <name>',
      'the account to use, by name or id (default: the built-in Local studio)',
    )
    .option(
      '--passphrase-file <file>',
      'file with the vault passphrase (or COLDPRESS_PASSPHRASE_FILE)',
    )
    .option(
      '--studio-key-file <file>',
      'file with the key of a “studio serve” of this home, which then does the work (or COLDPRESS_STUDIO_KEY_FILE)',
    )
    .option(
      '--offline',
      'use no network, not even the one inside this computer (or COLDPRESS_OFFLINE=1)',
    )
    .option('--json', 'print the result as one JSON document')
    .option('--quiet', 'print the result only: no progress, no messages')
    .option('--verbose', 'after an error, also print its technical details')
    // before any command is added: each takes its parent's settings when it is made
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 20,
      styleUsage: (usage) => wrapUsage(usage, screenOf(process.stdout).width),
    })

/** Behind `Usage: `. */
const wrapUsage = (usage: string, width: number | undefined): string =>
  wrapLine(usage, width === undefined ? undefined : width - 7).join('\n       ')

const warnOfClock = ({ home, terminal }: Session): void => {
  const clock = clockIssueIn(home.path)
  if (clock !== undefined) terminal.warn(clock)
}

const runAction = async <Options extends object>(
  options: Options & GlobalOptions,
  args: readonly string[],
  action: CommandAction<Options>,
): Promise<void> => {
  const { signal, overdue } = listenForInterruption(() =>
    // the terminal has just shown ^C, perhaps behind a progress bar
    session.terminal.info(
      ...(session.terminal.canDraw ? [''] : []),
      'Stopping… Press Ctrl-C again to stop at once.',
    ),
  )
  repeatInHints(options)
  const session = new Session(options, signal)
  try {
    const answer = await Promise.race([action(session, options, ...args), overdue])
    if (answer !== undefined)
      if (options.json === true) process.stdout.write(`${printableJson(answer.json)}\n`)
      else session.terminal.print(answer.text)
    process.exitCode = answer?.exit ?? 0
  } catch (error) {
    process.exitCode = report(session, signal.aborted ? asCancelled(error) : error)
  } finally {
    await Promise.race([session.close().catch(() => undefined), sleep(closeMs)])
  }
}

/** Abandoned work may block the closing of the app; the process ends after this time. */
const closeMs = 5_000

/** An interruption makes calls fail in many ways, such as Node's AbortError; all mean `cancelled`. */
const asCancelled = (error: unknown): unknown =>
  isColdpressError(error) ? error : interrupted(error)

/** Prints an error and answers its exit code. */
const report = ({ terminal, options }: Session, error: unknown): number => {
  const code: ErrorCode = isColdpressError(error) ? error.code : 'internal'
  const message = messageOf(error)
  const advice = adviceOn(error)
  const about = isColdpressError(error) ? error.details : {}
  const details = detailsText(about)
  const reason = serviceReason(about, message)
  if (options.json === true) printError(code, message, { advice, ...serviceDetails(about) })
  const lines = [
    [`coldpress: ${message}`, advice].filter((part) => part !== undefined).join(' '),
    ...(options.verbose === true ? technicalLines(error, details, reason) : []),
  ]
  terminal.warn(...lines)
  if (
    code === 'internal' &&
    error instanceof Error &&
    process.env['COLDPRESS_DEBUG'] !== undefined
  ) {
    process.stderr.write(`${printableLines(error.stack ?? '')}\n`)
  }
  return errorTable[code].exit
}

/** What the operator of a service, or who repairs a computer, wants to know. */
const technicalLines = (
  error: unknown,
  details: string | undefined,
  reason: string | undefined,
): readonly string[] => {
  const causes: string[] = []
  for (
    let cause = error instanceof Error ? error.cause : undefined;
    cause instanceof Error && causes.length < mostCauses;
    cause = cause.cause
  )
    causes.push(`  Cause: ${messageOf(cause)}`)
  return [
    ...(details === undefined ? [] : [`  Details: ${details}`]),
    ...(reason === undefined ? [] : [`  The service said: ${reason}`]),
    ...causes,
  ]
}

const mostCauses = 5

const printError = (code: ErrorCode, message: string, more: object = {}): void => {
  process.stdout.write(`${printableJson({ error: { code, message, ...more } })}\n`)
}

/**
 * Parses the arguments and runs the command they name; sets the exit code of the process. Under
 * `--json` wrong usage is one JSON document too, on standard output, as every other error.
 */
export const runProgram = async (program: Command, args: readonly string[]): Promise<void> => {
  throwInsteadOfExiting(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    process.exitCode = errorTable.usage.exit
    if (args.includes('--json')) printError('usage', usageMessage(error))
  }
}

const usageMessage = ({ code, message }: CommanderError): string =>
  code === 'commander.help'
    ? 'The command is missing. Add --help to see the commands.'
    : sentenceOf(message)

/** A message of commander's, without its own word before it and with a capital letter. */
const sentenceOf = (message: string): string =>
  message.replace(/^error: /u, '').replace(/^[a-z]/u, (letter) => letter.toUpperCase())

/** Wrong usage is thrown, and reported as every other error is. */
const throwInsteadOfExiting = (command: Command): void => {
  command
    .exitOverride()
    .showHelpAfterError('Add --help to see the commands and options.')
    .configureOutput({
      outputError: (message, write) =>
        write(renderText(`coldpress: ${sentenceOf(message)}`, screenOf(process.stderr))),
    })
  for (const child of command.commands) throwInsteadOfExiting(child)
}

/** Free text may be empty, and so is the name of a royalty token. */
const mayBeEmpty = /<(?:text|words)>/u
const emptyArgument = 'name-hex'

/**
 * An unset variable of a script arrives as an empty value, or as blanks. It must not count as an option that was not
 * given: `--home ""` would use the real data folder, `--tokens ""` all tokens.
 * @throws ColdpressError `usage` naming the option or the argument
 */
const requireNoEmptyValue = (command: Command): void => {
  for (let one: Command | null = command; one !== null; one = one.parent)
    for (const option of one.options)
      if (isEmpty(one, option)) throw emptyError(option.long ?? option.flags)
  for (const [index, argument] of command.registeredArguments.entries())
    if (argument.name() !== emptyArgument && holdsEmpty(command.processedArgs[index]))
      throw emptyError(argument.name().toUpperCase())
}

const isEmpty = (command: Command, option: Option): boolean =>
  !mayBeEmpty.test(option.flags) && holdsEmpty(command.getOptionValue(option.attributeName()))

const holdsEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((part) => holdsEmpty(part))
    : typeof value === 'string' && value.trim() === ''

const emptyError = (name: string): ColdpressError =>
  new ColdpressError(
    'usage',
    `${name}: the value is empty. A variable of a script may not be set. Give a value, or leave it out. Nothing was done.`,
  )
