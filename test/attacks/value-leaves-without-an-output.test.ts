import { describe, expect, it } from 'vitest'
import { openedText } from '#cli/commands/tx/transaction-text.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { signatureQuestion } from '#app/signing/signature-question.ts'
import type { Editable } from '../cardano/transactions/editable.ts'
import { keyOf } from '../cardano/transactions/ingredients.ts'
import { bytes, raw } from '../cardano/transactions/raw.ts'
import { renderText } from '#cli/terminal/layout.ts'

const { keyHash } = keyOf('victim')
const credential: Editable = [0n, bytes(keyHash)]
const pool = bytes('ab'.repeat(28))
const drep: Editable = [0n, bytes('cd'.repeat(28))]
const anchor: Editable = [new TextEncoder().encode('https://example.org'), bytes('11'.repeat(32))]

const everywhere = (field: bigint, value: Editable) => {
  const transaction = raw({ body: [[field, value]] })
  const summary = inspectTransaction(transaction, { network: 'devnet' })
  const warnings = warningsOf(summary)
  const opened: OpenedTransactions = {
    request: undefined,
    ownKeys: new Set(),
    transactions: [{ bytes: transaction, summary, warnings }],
    reopen: () => opened,
  }
  return {
    summary,
    unproved: warnings.find(({ code }) => code === 'inputs_unproved')?.message,
    places: [
      renderText(openedText(opened)),
      signatureQuestion('devnet', [{ summary, warnings }]).lines.join('\n'),
    ],
  }
}

describe('value that leaves without an output', () => {
  it.each([
    ['a donation', 22n, 9_000_000_000n, ['9,000 ADA to the treasury']],
    ['a DRep registration', 4n, [[16n, credential, 500_000_000n, anchor]], ['500 ADA', keyHash]],
    [
      'a delegation of stake and vote',
      4n,
      [[13n, credential, pool, drep, 2_000_000n]],
      // bech32 of these hashes, by cardano-cli's scheme (CIP-5, CIP-129)
      ['2 ADA', keyHash, 'pool14w46h2at', 'drep1'],
    ],
    ['a vote delegation', 4n, [[9n, credential, [3n]]], ['always no confidence', keyHash]],
    [
      'a proposal',
      20n,
      [[100_000_000_000n, bytes(`e0${keyHash}`), [6n], anchor]],
      ['100,000 ADA', 'info', 'stake_test1'],
    ],
  ] satisfies [string, bigint, Editable, string[]][])(
    'is named with its amount and target in every summary: %s',
    (_, field, value, expected) => {
      for (const place of everywhere(field, value).places)
        for (const words of expected) expect(place).toContain(words)
    },
  )

  it('counts as leaving where nothing proves the inputs', () => {
    const { summary, unproved } = everywhere(22n, 9_000_000_000n)
    expect(summary.also).toMatchObject([{ kind: 'donation', leaving: '9000000000' }])
    expect(unproved).toMatch(/so may the 9,0\d\d ADA that leaves/u)
  })

  it('counts every deposit of equal certificates', () => {
    const { summary } = everywhere(4n, [
      [7n, credential, 2_000_000n],
      [7n, credential, 2_000_000n],
    ])
    expect(summary.also).toMatchObject([{ count: 2, leaving: '4000000' }])
    expect(summary.also[0]?.detail).toMatch(/^2 times stake registration of key /u)
  })
})
