import { Option } from 'commander'
import { type Asks, questionWords } from '#app/asks.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Session } from '../session.ts'
import type { Terminal } from './terminal.ts'
import { hint } from './hint.ts'

/** `--yes`: the command does not ask before something that cannot be undone. */
export type YesOption = { readonly yes?: boolean }

/** @param what the command does without asking, such as `sign and send` */
export const yesOption = (what: string): Option =>
  new Option('--yes', `${what} without asking; needed without a terminal and with --json`)

type Asking = {
  readonly terminal: Pick<Terminal, 'canPrompt' | 'warn' | 'promptLine'>
  readonly options: Pick<Session['options'], 'json'>
}

/** Whether there is somebody to ask: a terminal, and no `--json`, whose reader is a program. */
export const canConfirm = ({ terminal, options }: Asking): boolean =>
  terminal.canPrompt && options.json !== true

/**
 * Fails before anything is built if the command would have to ask and nobody can answer.
 * @param what needs the confirmation, such as `A withdrawal`
 * @param options.look commands that show it
 * @throws ColdpressError `usage`
 */
export const requireConfirmable = (
  session: Asking,
  { yes }: YesOption,
  what: string,
  { look = [] }: { readonly look?: readonly string[] } = {},
): void => {
  if (yes === true || canConfirm(session)) return
  throw new ColdpressError(
    'usage',
    `${what} needs your confirmation. Nothing was done. Run this in a terminal without --json, or add --yes${look.length === 0 ? '.' : `. Look at it first: ${look.map((command) => hint(command)).join(', then ')}`}`,
  )
}

/**
 * Asks for a word that nobody types by habit.
 * @param question.word the word that confirms
 * @throws ColdpressError `cancelled` for any other word, or none
 */
export const confirm = async (
  { terminal }: Pick<Asking, 'terminal'>,
  question: { readonly word: string; readonly to: string; readonly otherwise: string },
): Promise<void> => {
  const { word, to, otherwise } = question
  const answer = await terminal.promptLine(`Type "${word}" to ${to}: `)
  if (answer.trim().toLowerCase() !== word) throw new ColdpressError('cancelled', otherwise)
}

/**
 * Asks in the terminal: `--yes` answers, also where the lines are shown.
 * @param what.subject needs the confirmation, such as `A refund`
 * @param what.look commands that show it
 * @param what.isQuiet under `--yes` the lines are not shown either
 */
export const asksInTerminal = (
  session: Asking,
  options: YesOption,
  what: { readonly subject: string; readonly look?: readonly string[]; readonly isQuiet?: boolean },
): Asks => ({
  canConfirm: () => requireConfirmable(session, options, what.subject, what),
  shows: () => options.yes !== true || what.isQuiet !== true,
  confirm: async ({ kind, question, lines }) => {
    session.terminal.warn(question, ...lines.map((line) => `  ${line}`))
    requireConfirmable(session, options, what.subject, what)
    if (options.yes === true) return
    await confirm(session, {
      word: questionWords[kind],
      to: 'go on',
      otherwise: 'It was not confirmed, so nothing was done.',
    })
  },
})
