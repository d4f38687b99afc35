import { Option } from 'commander'
import { ColdpressError } from '#shared/errors.ts'
import type { Session } from '../session.ts'
import { hint } from './hint.ts'

/** How a command is told to do something that cannot be undone without asking. */
export type YesOption = { readonly yes?: boolean }

/** @param what it does then, such as `sign and send` */
export const yesOption = (what: string): Option =>
  new Option('--yes', `${what} without asking; needed without a terminal and with --json`)

/** Whether somebody can be asked: not where the answer is one JSON document for a program. */
export const canConfirm = ({ terminal, options }: Pick<Session, 'terminal' | 'options'>): boolean =>
  terminal.canPrompt && options.json !== true

/**
 * Refuses before anything is built what would have to be asked where nobody can answer: without a
 * terminal, or where the answer is one JSON document.
 * @param what is to be confirmed, such as `A withdrawal`
 * @param options.look commands that show it
 * @throws ColdpressError `usage`
 */
export const requireConfirmable = (
  session: Pick<Session, 'terminal' | 'options'>,
  { yes }: YesOption,
  what: string,
  { look = [] }: { readonly look?: readonly string[] } = {},
): void => {
  if (yes === true || canConfirm(session)) return
  throw new ColdpressError(
    'usage',
    `${what} has to be confirmed, so nothing was done. Run this in a terminal without --json, or add --yes${look.length === 0 ? '.' : `. Look at it first: ${look.map((one) => hint(one)).join(', then ')}`}`,
  )
}

/**
 * Asks for a word that nobody types by habit.
 * @param question.word what confirms it
 * @throws ColdpressError `cancelled` for any other word, or none
 */
export const confirm = async (
  { terminal }: Pick<Session, 'terminal'>,
  question: { readonly word: string; readonly to: string; readonly otherwise: string },
): Promise<void> => {
  const { word, to, otherwise } = question
  const answer = await terminal.promptLine(`Type "${word}" to ${to}: `)
  if (answer.trim().toLowerCase() !== word) throw new ColdpressError('cancelled', otherwise)
}
