import { Option } from 'commander'
import { type Asks, type QuestionKind, questionWords } from '#app/asks.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Session } from '../session.ts'
import { gravestText, openedText, reviewSummary } from '../commands/tx/transaction-text.ts'
import type { Terminal } from './terminal.ts'
import { hint } from './hint.ts'

/** `--yes`: the command does not ask before something that cannot be undone. */
export type YesOption = { readonly yes?: boolean }

/** @param what the command does without asking, such as `sign and send` */
export const yesOption = (what: string): Option =>
  new Option('--yes', `${what} without asking; needed without a terminal and with --json`)

type Asking = {
  readonly terminal: Pick<Terminal, 'canPrompt' | 'warn' | 'review' | 'promptLine'>
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
const requireConfirmable = (
  session: Asking,
  { yes }: YesOption,
  what: string,
  { look = [] }: { readonly look?: readonly string[] },
): void => {
  if (yes === true || canConfirm(session)) return
  throw new ColdpressError(
    'usage',
    `${what} needs your confirmation. Nothing was done. Run this in a terminal without --json, or add --yes${look.length === 0 ? '.' : `. Look at it first: ${look.map((command) => hint(command)).join(', then ')}`}`,
  )
}

type Asked = {
  /** What needs the confirmation, such as `A refund`. */
  readonly subject: string | ((kind: QuestionKind) => string)
  /** Commands that show it. */
  readonly look?: readonly string[]
  /** Under `--yes` the lines are not shown either. */
  readonly isQuiet?: boolean
  /** What any other answer leaves behind. */
  readonly otherwise?: string
}

/** Asks in the terminal for a word that nobody types by habit: `--yes` answers, also where the lines are shown. */
export const asksInTerminal = (session: Asking, options: YesOption, asked: Asked): Asks => {
  const { subject, isQuiet, otherwise = 'It was not confirmed, so nothing was done.' } = asked
  const { terminal } = session
  const canConfirmKind = (kind: QuestionKind): void =>
    requireConfirmable(
      session,
      options,
      typeof subject === 'string' ? subject : subject(kind),
      asked,
    )
  return {
    canConfirm: canConfirmKind,
    shows: () => options.yes !== true || isQuiet !== true,
    confirm: async ({ kind, question, lines, review, count }) => {
      if (review !== undefined) {
        if (options.yes === true) terminal.warn(...gravestText(review))
        else if (canConfirm(session))
          await terminal.review(reviewSummary(review), openedText(review))
      }
      terminal.warn(question, ...lines.map((line) => `  ${line}`))
      canConfirmKind(kind)
      if (options.yes === true) return
      const word = [questionWords[kind], ...(count === undefined ? [] : [count])].join(' ')
      const answer = await terminal.promptLine(`Type "${word}" to go on: `)
      if (answer.trim().toLowerCase() !== word) throw new ColdpressError('declined', otherwise)
    },
  }
}
