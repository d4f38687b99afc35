import { ColdpressError } from '#shared/errors.ts'
import { printable } from '#shared/printable.ts'
import type { ServiceContext, Question, ServicesDeps } from '../services-deps.ts'

export type Confirmations = {
  /**
   * Asks the user in a window that the page can neither draw nor reach, and returns when they said
   * yes. Every text is made fit to be shown; a question that would have to be cut is not asked.
   * @throws ColdpressError `cancelled` for a no; `conflict` while another question waits;
   * `rate_limited` after several errors; `too_large`
   */
  readonly ask: (question: Question) => Promise<void>
  /** Ends a question that waits with a no. */
  readonly cancelPending: () => void
}

/** What handlers have at hand that do what the page alone may not decide. */
export type ConfirmingContext = ServiceContext & {
  readonly confirmations: Pick<Confirmations, 'ask'>
}

/** What a person can read in one message box. */
const limits = { questionChars: 200, factChars: 500, facts: 40 } as const

/** A page that was taken over may ask until a click goes astray. */
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
        // A yes that comes after the vault was locked is none.
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

const readable = ({ question, facts, yes }: Question): Question => {
  const shown = {
    question: printable(question),
    facts: facts.map((fact) => printable(fact)),
    yes: printable(yes),
  }
  const fits =
    shown.question.length <= limits.questionChars &&
    shown.facts.length <= limits.facts &&
    shown.facts.every((fact) => fact.length <= limits.factChars)
  if (fits) return shown
  throw new ColdpressError(
    'too_large',
    `There is more to confirm than one message box can show (at most ${limits.facts} lines of ${limits.factChars} characters). Nothing was done. Use the command line, which shows all of it.`,
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
