import { leaveTrace } from '#platform/crash/crash-trace.ts'
import { stackOf } from '#platform/crash/stack.ts'
import type { Port } from './port.ts'

/** Electron's port of a utility process; it buffers messages until there is a listener. */
type ParentPort = {
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => unknown
  readonly postMessage: (message: unknown) => void
}

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'on' in value && 'postMessage' in value

/**
 * A child program's side of its {@link Port}.
 * @throws Error when the program was not started as a child
 */
export const portToParent = (): Pick<Port, 'post' | 'onMessage'> => {
  const parent: unknown = Reflect.get(process, 'parentPort')
  if (!isParentPort(parent)) throw new Error('this program is started by Coldpress itself')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    post: (message) => parent.postMessage(message),
    onMessage: (listener) => void parent.on('message', ({ data }) => listener(data)),
  }
}

/** Writes lines of a child program's own log. */
export const childLog =
  (name: string) =>
  (line: string): void =>
    console.error(`coldpress ${name}: ${line}`)

/**
 * Ends the program on an uncaught error, since its state can't be trusted. Node would print the
 * error's text and source line, which may quote a secret. So does an unhandled rejection, which Electron
 * would only print, unless a studio is running that goes on after it (ADR 25).
 */
export const endOnUncaught = (name: string): void => {
  const end = (error: unknown): void => {
    leaveTrace(name, error)
    childLog(name)(`it ended because something failed that should not: ${stackOf(error)}`)
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', (error) => {
    if (process.listenerCount('unhandledRejection') === 1) end(error)
  })
}
