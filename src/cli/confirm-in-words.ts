import { ColdpressError } from '../shared/errors.ts'
import type { Session } from './session.ts'

/**
 * Shows what is about to be confirmed and has a word typed, so that nobody confirms by habit.
 * @throws ColdpressError `usage` where nobody can be asked, `cancelled` for any other word
 */
export const confirmInWords = async (
  { terminal }: Session,
  asked: {
    readonly question: string
    readonly word: string
    readonly yes: boolean | undefined
  },
): Promise<void> => {
  if (asked.yes === true) return
  if (!terminal.canAsk)
    throw new ColdpressError(
      'usage',
      `This has to be confirmed. Run it in a terminal, or add --yes after reading this: ${asked.question.trim()}`,
    )
  terminal.warn(asked.question)
  const answer = await terminal.askLine(`Type "${asked.word}" to confirm: `)
  if (answer.trim().toLowerCase() !== asked.word)
    throw new ColdpressError('cancelled', 'Nothing was confirmed and nothing was changed.')
}
