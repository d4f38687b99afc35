import { canConfirm, confirm, requireConfirmable, type YesOption } from './confirmation.ts'
import type { Session } from '../session.ts'

/**
 * Shows the lines, also under `--yes`, and asks the user to type the word.
 * @throws ColdpressError `usage` where nobody can be asked, `cancelled` for any other word
 */
export const confirmByTyping = async (
  session: Session,
  options: YesOption,
  asked: {
    readonly what: string
    readonly lines: readonly string[]
    readonly word: string
  },
): Promise<void> => {
  session.terminal.warn(...asked.lines)
  requireConfirmable(session, options, asked.what)
  if (options.yes === true || !canConfirm(session)) return
  const otherwise = 'Nothing was confirmed and nothing was changed.'
  await confirm(session, { word: asked.word, to: 'confirm', otherwise })
}
