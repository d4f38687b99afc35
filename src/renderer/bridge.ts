import type { ErrorInfo, CallResult } from '#shared/calls/call.ts'
import type {
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
} from '#shared/calls/contract.ts'

declare global {
  interface Window {
    readonly coldpress: Bridge
  }
}

/** A call that failed, with the code that says what may be done about it. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: ErrorInfo['code']
  readonly details: ErrorInfo['details']

  constructor({ code, message, details }: ErrorInfo) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** @throws CallError with the main process's own sentence */
export const call = async <N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> => {
  // The main process has parsed its answer by the contract's schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const result = (await window.coldpress.call(name, input)) as CallResult<CallOutput<N>>
  if (result.ok) return result.value
  throw new CallError(result.error)
}

/** @returns a function that ends the listening */
export const listen = <N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): (() => void) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  window.coldpress.on(name, (payload) => listener(payload as EventPayload<N>))

/** Path of a file that was dropped on the window; empty where the host cannot tell. */
export const pathOf = (file: File): string => window.coldpress.pathOf(file)

/** The error of anything that was thrown. */
export const errorInfoOf = (error: unknown): ErrorInfo => {
  if (error instanceof CallError)
    return { code: error.code, message: error.message, details: error.details }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    details: {},
  }
}
