import { describe, expect, it } from 'vitest'
import { openedText } from '#cli/commands/tx/transaction-text.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { clockSlot } from '#cardano/slots.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { mintRequest } from '../app/signing/requests.ts'
import { renderText } from '#cli/terminal/layout.ts'

const names = Array.from({ length: 200 }, (_, at) => `Leaf ${at}`)

const opened = (minutesLater: number, some = names): OpenedTransactions => {
  const now = new Date()
  const request = mintRequest({ names: some, now })
  const nowSlot = clockSlot('devnet', new Date(now.getTime() + minutesLater * 60_000))
  const all: OpenedTransactions = {
    request,
    ownKeys: new Set(),
    transactions: inspectRequest(request, nowSlot === undefined ? {} : { nowSlot }),
    reopen: () => all,
  }
  return all
}

const textOf = (review: OpenedTransactions): string => renderText(openedText(review))

describe('the text of a request with several transactions', () => {
  it('says first what all of them do together, then what each does, with its warnings', () => {
    const found = opened(1)
    const { length } = found.transactions
    expect(length).toBeGreaterThan(1)
    const text = textOf(found)
    const fees = found.transactions.reduce((sum, { summary }) => sum + Number(summary.fee), 0)
    expect(text).toContain(`altogether  ${length} transactions`)
    expect(text).toMatch(/mints {7}200 tokens of policy [0-9a-f]{56}\n/u)
    expect(text).toContain(`fees        ${fees / 1_000_000} ADA in all`)
    expect(text).toMatch(/valid {7}all of them until 20/u)
    expect(text.indexOf('altogether')).toBeLessThan(text.indexOf(`Transaction 1 of ${length}`))
    for (const { warnings } of found.transactions)
      for (const { message } of warnings) expect(text).toContain(message)
    expect(text).not.toContain('stale')
  })

  it('says in its first line that the time of the request has ended', () => {
    const first = /^STOP {5}This request is stale\. Its time has ended.*Ask for a new file/u
    expect(textOf(opened(200))).toMatch(first)
    expect(textOf(opened(200, ['Alone']))).toMatch(first)
  })

  it('has no totals for a single transaction, which shows them itself', () => {
    expect(textOf(opened(1, ['Alone']))).not.toContain('altogether')
  })
})
