import { ipcMain, type WebContents } from 'electron'
import type { CallResult } from '#contract/window/call.ts'
import { callChannel, eventChannel } from '#contract/window/channels.ts'
import { type EventName, type EventPayload, events } from '#contract/window/calls.ts'
import type { ServicesDeps } from '../services/services.ts'
import type { AnswerCall } from './answer-call.ts'
import { createProgressThrottle } from './progress-throttle.ts'
import { isTrusted } from './origin.ts'

/** Answers the window's calls: those of its own page in its own main frame, and of nobody else. */
export const answerWindow = (contents: () => WebContents | undefined, answer: AnswerCall): void => {
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    isTrusted(event, contents()) ? answer(name, input) : untrustedCaller,
  )
}

const untrustedCaller: CallResult<never> = {
  ok: false,
  error: {
    code: 'forbidden',
    message: 'Only the window of Coldpress itself may ask for this.',
    details: {},
  },
}

/**
 * Sends an event to the window, if there is one; an import's progress at most ten times a second.
 */
export const createEmit = (contents: () => WebContents | undefined): ServicesDeps['emit'] => {
  const send = (name: EventName, payload: unknown): void => {
    const target = contents()
    if (target === undefined || target.isDestroyed()) return
    target.send(eventChannel, name, events[name].payload.parse(payload))
  }
  const gate = createProgressThrottle({
    send: (details) => send('imports.progress', details),
    everyMs: 100,
  })
  return <N extends EventName>(name: N, payload: EventPayload<N>) => {
    if (name === 'imports.progress')
      gate.progress(events['imports.progress'].payload.parse(payload))
    else if (name === 'imports.ended') {
      gate.flush(events['imports.ended'].payload.parse(payload).id)
      send(name, payload)
    } else send(name, payload)
  }
}
