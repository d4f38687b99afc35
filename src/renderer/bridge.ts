import type { ErrorInfo, CallResult } from '#contract/window/call.ts'
import type {
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  ChangingCall,
  EventName,
  EventPayload,
} from '#contract/window/calls.ts'

import { withAdaSign } from '#values/text/format.ts'
import { text } from './text/en.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { saleErrors } from '#contract/sales/errors.ts'

declare global {
  interface Window {
    readonly coldpress: Bridge
  }
}

/** What happened, as a sentence for a person, and the next step in the window where there is one. */
const messageOf = ({ message, details }: ErrorInfo): string => {
  const { sentence, rule } = details
  const missing = missingAda(details)
  if (missing !== undefined) return text.common.notEnoughAda(missing.lovelace)
  const { advice: known } = text.common
  const advice = typeof rule === 'string' && Object.hasOwn(known, rule) ? known[rule] : undefined
  const happened = typeof sentence === 'string' ? sentence : message
  return withAdaSign([happened, advice].filter((part) => part !== undefined).join(' '))
}

/** The ADA that a transaction lacks, and the address that needs it. */
export const missingAda = (
  details: ErrorInfo['details'],
): { readonly lovelace: string; readonly address: string } | undefined => {
  const known = readDetails(saleErrors, 'not_enough_ada', details)
  return known && { lovelace: known.missing, address: known.address }
}

/** A failed call, with the code that decides what can be done. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: ErrorInfo['code']
  readonly details: ErrorInfo['details']

  constructor(error: ErrorInfo) {
    const { code, details } = error
    super(messageOf(error))
    this.code = code
    this.details = details
  }
}

/** @throws CallError with the main process's message */
export const send = async <N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> => {
  // The main process has parsed its answer by the contract's schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const result = (await window.coldpress.call(name, input)) as CallResult<CallOutput<N>>
  if (result.ok) return result.value
  throw new CallError(result.error)
}

/** A call that changes no cached answer; `change` makes the others. */
export const call = <N extends Exclude<CallName, ChangingCall>>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> => send(name, input)

/** @returns a function that removes the listener */
export const listen = <N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): (() => void) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  window.coldpress.on(name, (payload) => listener(payload as EventPayload<N>))

/** Path of a file that was dropped on the window. Empty where the host does not know it. */
export const pathOfFile = (file: File): string => window.coldpress.pathOf(file)

/** The message of any thrown value. */
export const errorInfoFrom = (error: unknown): ErrorInfo => {
  if (error instanceof CallError)
    return { code: error.code, message: error.message, details: error.details }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    details: {},
  }
}
