import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ErrorInfo, CallResult } from '#contract/window/call.ts'
import { type CallName, calls } from '#contract/window/calls.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { plainDetails } from '#values/errors/plain-details.ts'
import type { Services } from '../services/services.ts'
import { traceOf } from './trace.ts'

type AnsweringServices = Pick<Services, 'handlers' | 'log'>
export type AnswerCall = (name: unknown, input: unknown) => Promise<CallResult<unknown>>

/**
 * Answers any call of the contract: its input is parsed before the handler sees it, and its output
 * before the window does, so that nothing crosses which the contract does not name. Never rejects.
 * The services may still be opening: a call waits for them.
 */
export const createAnswerCall = (host: () => Promise<AnsweringServices>): AnswerCall => {
  const answers = new Map<CallName, (input: unknown) => Promise<unknown>>(
    callNames.map((name) => [name, (input: unknown) => answerOf(name, host, input)]),
  )
  return async (name, input) => {
    try {
      const answer = answers.get(nameOf(name))
      return { ok: true, value: await answer?.(input) }
    } catch (error) {
      const known = isColdpressError(error) ? error : await asInternal(name, error, host)
      return { ok: false, error: errorInfoOf(known) }
    }
  }
}

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)
const callNames = Object.keys(calls).filter(isCallName)
const nameOf = (name: unknown): CallName => {
  if (typeof name === 'string' && isCallName(name)) return name
  throw new ColdpressError('not_found', 'There is no such call.')
}

/** The contract with each call's types kept together, as the compiler needs them for any name. */
type Table = {
  readonly [N in CallName]: {
    readonly input: z.ZodType<z.output<(typeof calls)[N]['input']>>
    readonly output: z.ZodType
  }
}
const table: Table = calls

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a handler to its schemas
const answerOf = async <N extends CallName>(
  name: N,
  host: () => Promise<AnsweringServices>,
  raw: unknown,
): Promise<unknown> => {
  const { input, output }: Table[N] = table[name]
  const parsed = input.safeParse(raw)
  if (!parsed.success) throw wrongInput(name, parsed.error)
  const { handlers } = await host()
  return output.parse(await handlers[name](parsed.data))
}

const wrongInput = (name: string, error: z.ZodError): ColdpressError =>
  new ColdpressError('invalid', `${name}: ${describeIssues(error)}.`)

/** An error nobody foresaw: the window gets a number, the log where it happened. */
const asInternal = async (
  name: unknown,
  error: unknown,
  host: () => Promise<AnsweringServices>,
): Promise<ColdpressError> => {
  const id = randomUUID().slice(0, 8)
  const open = await host().catch(() => undefined)
  open?.log({
    level: 'error',
    kind: 'app',
    message: `An error inside Coldpress stopped "${String(name)}".`,
    details: { id, ...traceOf(error) },
  })
  return new ColdpressError(
    'internal',
    `Something inside Coldpress went wrong (error ${id}). Check whether it was done before you try again. The app log, under Events, has the details.`,
    { details: { id } },
  )
}

const errorInfoOf = ({ code, message, details }: ColdpressError): ErrorInfo => ({
  code,
  message,
  details: plainDetails(details),
})
