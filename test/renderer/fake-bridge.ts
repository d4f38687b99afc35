import { expect, test as base } from 'vitest'
import type { CallResult } from '#contract/window/call.ts'
import { queryClient } from '#renderer/data/query-client.ts'

/** A call of the window that waits for the test's answer. */
type Question = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: (result: CallResult<unknown>) => Promise<void>
}
let questions: Question[] = []

/**
 * Until what follows from an answer is done: the cache tells its observers by timers of 0 ms, which run
 * in the order in which they were set, a few of them one after the other.
 */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await nextTimers()
}
/** Timers of 0 ms that were set before have run. */
export const nextTimers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** A test with an empty query cache, in a window whose calls wait until the test answers them. */
export const bridgeTest = base.extend('bridge', { auto: true }, async ({}) => {
  questions = []
  const call = (name: string, input: Readonly<Record<string, unknown>>) =>
    new Promise((resolve) => {
      const answer = async (result: CallResult<unknown>) => {
        resolve(result)
        await settled()
      }
      questions.push({ name, input, answer })
    })
  Object.assign(globalThis, { window: { coldpress: { call } } })
  queryClient.clear()
  return call
})

export const ok = (value: unknown): CallResult<unknown> => ({ ok: true, value })
export const bad = (message: string): CallResult<unknown> => ({
  ok: false,
  error: { code: 'unreachable', message, details: {} },
})

/** The oldest call without an answer, which must have this name. */
export const next = (name: string): Question => {
  const question = questions.shift()
  expect(question?.name).toBe(name)
  if (question === undefined) throw new Error(`nobody asked ${name}`)
  return question
}

/** Answers every call with the answer of its name, until none is left. */
export const answerAll = async (answers: Readonly<Record<string, unknown>>): Promise<void> => {
  for (;;) {
    const question = questions.shift()
    if (question === undefined) return
    await question.answer(ok(answers[question.name]))
  }
}
