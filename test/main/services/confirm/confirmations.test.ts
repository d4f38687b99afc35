import { expect, it } from 'vitest'
import { createConfirmations } from '#main/services/confirm/confirmations.ts'
import type { Question } from '#app/asks.ts'
import type { LogDraft } from '#main/services/services-deps.ts'

const question: Question = {
  kind: 'sign',
  question: 'Sign this?',
  lines: ['Fee: 1 ADA'],
  yes: 'Sign',
}

/** A user who answers when the test says so. */
const open = () => {
  let clock = 0
  const asked: { readonly question: Question; readonly answer: (yes: boolean) => void }[] = []
  const logged: LogDraft[] = []
  const confirmations = createConfirmations({
    dialogs: {
      confirm: (shown, signal) =>
        new Promise((answer) => {
          asked.push({ question: shown, answer })
          signal.addEventListener('abort', () => answer(false))
        }),
    },
    log: (entry) => logged.push(entry),
    now: () => clock,
  })
  return { ...confirmations, asked, logged, wait: (ms: number) => (clock += ms) }
}

it('A yes lets the work go on, and leaves nothing in the log', async () => {
  const { ask, asked, logged } = open()
  const asking = ask(question)
  asked[0]?.answer(true)
  await asking
  expect(logged).toEqual([])
})

it('A no is reported as cancelled and logged with the question', async () => {
  const { ask, asked, logged } = open()
  const asking = ask(question)
  asked[0]?.answer(false)
  await expect(asking).rejects.toMatchObject({ code: 'cancelled' })
  expect(logged).toMatchObject([{ message: 'Not confirmed: Sign this?' }])
})

it('One question is asked at a time; others are refused, not stacked', async () => {
  const { ask, asked } = open()
  const first = ask(question)
  for (let tries = 0; tries < 100; tries += 1)
    await expect(ask(question)).rejects.toMatchObject({ code: 'conflict' })
  expect(asked).toHaveLength(1)
  asked[0]?.answer(true)
  await first
})

it('After three errors within a minute nothing is asked for a minute', async () => {
  const { ask, asked, wait } = open()
  const refuse = async () => {
    const asking = ask(question)
    asked.at(-1)?.answer(false)
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' })
  }
  for (let time = 0; time < 3; time += 1) await refuse()
  await expect(ask(question)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked).toHaveLength(3)
  wait(60_000)
  await refuse()
})

it('A question that is ended is a no, also where a yes comes with it', async () => {
  const { ask, asked, cancelPending } = open()
  const asking = ask(question)
  cancelPending()
  asked[0]?.answer(true)
  await expect(asking).rejects.toMatchObject({ code: 'cancelled' })
})

it('Text from outside is on one line without what nobody sees; what would have to be cut is not asked', async () => {
  const { ask, asked } = open()
  const asking = ask({ ...question, lines: ['Policy: a\nFee: 0 ADA \u{202e}b'] })
  expect(asked[0]?.question.lines.join('')).not.toMatch(/[\n\u{202e}]/u)
  asked[0]?.answer(true)
  await asking
  const long = 'x'.repeat(501)
  for (const lines of [[long], Array.from({ length: 41 }, () => 'a line')])
    await expect(ask({ ...question, lines })).rejects.toMatchObject({ code: 'too_large' })
  expect(asked).toHaveLength(1)
})
