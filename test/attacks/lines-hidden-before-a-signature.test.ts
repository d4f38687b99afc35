import { describe, expect, it } from 'vitest'
import { openedText } from '#cli/commands/tx/transaction-text.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import type { Editable } from '../cardano/transactions/editable.ts'
import { enterprise, keyOf, plainId } from '../cardano/transactions/ingredients.ts'
import { bytes, map, payTo, raw, text, type Raw } from '../cardano/transactions/raw.ts'
import { renderText } from '#cli/terminal/layout.ts'

const shown = (parts: Raw): string => {
  const transaction = raw(parts)
  const summary = inspectTransaction(transaction, { network: 'devnet' })
  const opened: OpenedTransactions = {
    request: undefined,
    ownKeys: new Set(),
    transactions: [{ bytes: transaction, summary, warnings: warningsOf(summary) }],
    reopen: () => opened,
  }
  return renderText(openedText(opened))
}

const tokens = (...names: readonly (readonly [name: string, quantity: bigint])[]): Editable =>
  map([
    bytes(plainId),
    map(...names.map(([name, quantity]): [Editable, Editable] => [text(name), quantity])),
  ])
const thief = enterprise(keyOf('thief'))

describe('a line that wants to be overlooked before a signature', () => {
  it('stands among many outputs, none of which is cut', () => {
    const buyers = Array.from({ length: 60 }, (_, at) =>
      payTo(enterprise(keyOf(`buyer ${at}`)), 1_500_000n + BigInt(at)),
    )
    const found = shown({ outputs: [...buyers, payTo(thief, 9_999_000_000n)] })
    expect(found).toContain(`9,999 ADA to ${thief}`)
    expect(found).not.toMatch(/and \d+ more/u)
  })

  it('stands alone where all others are equal and become one line with their number', () => {
    const same = Array.from({ length: 40 }, () => payTo(enterprise(keyOf('buyer')), 1_500_000n))
    const found = shown({ outputs: [...same, payTo(thief, 2_000_000n)] })
    expect(found).toMatch(/40 times 1\.5 ADA to addr_test1/u)
    expect(found).toContain(`2 ADA to ${thief}`)
  })

  it('names every token of an output, and every quantity', () => {
    const names = Array.from({ length: 30 }, (_, at) => [`Leaf${at}`, 1n] as const)
    const found = shown({ outputs: [payTo(thief, 5_000_000n, tokens(...names, ['Gem', 7n]))] })
    for (const [name] of names) expect(found).toContain(name)
    expect(found).toContain('7 × Gem')
  })

  it('says a million of a million tokens, with a warning', () => {
    const found = shown({ mint: tokens(['A', 1_000_000n]) })
    expect(found).toContain('1000000 × A')
    expect(found).toMatch(/WARNING {2}It mints 1,000,000 of A\./u)
  })

  it('shows metadata to its end', () => {
    const chunks = Array.from({ length: 20 }, (_, at) => `${at} ${'x'.repeat(50)}`)
    const found = shown({ metadata: [[674n, map(['msg', [...chunks, 'the last line']])]] })
    expect(found).toContain('the last line')
  })

  it('names a reference script and a datum on an output', () => {
    const output = map(
      [0n, bytes(`60${keyOf('thief').keyHash}`)],
      [1n, 5_000_000n],
      [2n, [0n, bytes('cd'.repeat(32))]],
      [3n, bytes('00')],
    )
    expect(shown({ outputs: [output] })).toContain('with a datum, with a reference script')
  })
})
