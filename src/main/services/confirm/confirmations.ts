import { ColdpressError } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import type { Question } from '#app/asks.ts'
import type { ServiceContext, ServicesDeps } from '../services-deps.ts'

export type Confirmations = {
  /**
   * Asks the user in a dialog that the page can neither draw nor reach, and returns after a yes.
   * Every text is made printable. A question that would have to be cut is not asked.
   * @throws ColdpressError `cancelled` for a no; `conflict` while another question is open;
   * `rate_limited` after several refusals; `too_large`
   */
  readonly ask: (question: Question) => Promise<void>
  /** Answers an open question with no. */
  readonly cancelPending: () => void
}

/** Context of handlers that need a confirmation outside the page. */
export type ConfirmingContext = ServiceContext & {
  readonly confirmations: Pick<Confirmations, 'ask'>
}

/** The most that a person can read in a message box. */
const limits = { questionChars: 200, lineChars: 500, lines: 40 } as const

/** A compromised page could ask until the user clicks yes by mistake. */
const declineLimit = { most: 3, withinMs: 60_000 } as const

export const createConfirmations = ({
  dialogs,
  log,
  now = Date.now,
}: {
  readonly dialogs: Pick<ServicesDeps['dialogs'], 'confirm'>
  readonly log: ServiceContext['log']
  readonly now?: () => number
}): Confirmations => {
  let pending: AbortController | undefined
  let declinedAt: readonly number[] = []

  return {
    ask: async (question) => {
      const shown = readable(question)
      if (pending !== undefined) throw alreadyAsking()
      declinedAt = declinedAt.filter((at) => now() - at < declineLimit.withinMs)
      if (declinedAt.length >= declineLimit.most) throw declinedTooOften()
      const waiting = new AbortController()
      pending = waiting
      try {
        const saidYes = await dialogs.confirm(shown, waiting.signal)
        // A yes after the vault was locked does not count.
        if (saidYes && !waiting.signal.aborted) return
      } finally {
        pending = undefined
      }
      declinedAt = [...declinedAt, now()]
      log({ level: 'warning', kind: 'app', message: `Not confirmed: ${shown.question}` })
      throw new ColdpressError('cancelled', 'It was not confirmed, so nothing was done.')
    },
    cancelPending: () => pending?.abort(),
  }
}

const readable = ({ kind, question, lines, brief = lines, yes }: Question): Question => {
  const shown = {
    kind,
    question: printable(question),
    lines: brief.map((line) => printable(line)),
    yes: printable(yes),
  }
  const fits =
    shown.question.length <= limits.questionChars &&
    shown.lines.length <= limits.lines &&
    shown.lines.every((line) => line.length <= limits.lineChars)
  if (fits) return shown
  throw new ColdpressError(
    'too_large',
    `There is more to confirm than one message box can show (at most ${limits.lines} lines of ${limits.lineChars} characters). Nothing was done. The command line can show all of it.`,
  )
}

const alreadyAsking = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'Coldpress is asking you something else in a window of its own. Answer that first.',
  )

const declinedTooOften = (): ColdpressError =>
  new ColdpressError(
    'rate_limited',
    `You declined ${declineLimit.most} confirmations within a minute, so Coldpress asks for none for a minute. Nothing was done.`,
  )
