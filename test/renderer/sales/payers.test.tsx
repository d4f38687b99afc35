// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RefundPlan, SaleDetails, SalePayment } from '#contract/sales/calls.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { ResolveDialog } from '#renderer/views/sales/resolve-dialog.tsx'
import { ErrorsSection } from '#renderer/views/sales/sale/errors-section.tsx'
import { PaymentSection } from '#renderer/views/sales/sale/payment-section.tsx'
import { PaymentsSheet } from '#renderer/views/sales/sale/payments-sheet.tsx'
import { bad, ok, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'
import { saleDetails, salePayment } from './sample-sale.ts'

const saleRef = { accountId: 'local', collectionId: 'c', saleId: 's' }
const words = text.sales

const paid = (index: number, changes: Partial<SalePayment> = {}): SalePayment =>
  salePayment({
    index,
    address: `addr_test1payer${index}`,
    payer: `${index}`.repeat(56),
    ...changes,
  })

const details = (changes: Partial<SaleDetails> = {}): SaleDetails =>
  saleDetails({
    id: 's',
    status: 'UNRESOLVED_UNDERPAID',
    price: 10_000_000,
    tokens: [{ id: 't', asset_name: 'Fern', name: 'Fern', status: 'RESERVED', cid: null }],
    endsAt: '2026-11-22T04:00:00.000Z',
    due: 10_000_000,
    uri: 'web+cardano:addr_test1sale?amount=10',
    payments: [paid(1)],
    resolutions: ['wait', 'refund'],
    ...changes,
  })

const render = reactRoot()
let answers: Record<string, unknown>
beforeEach(() => {
  queryClient.clear()
  answers = {}
  const call = (name: string) =>
    Promise.resolve(Object.hasOwn(answers, name) ? ok(answers[name]) : bad('It is a test.'))
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
})

const show = async (content: ReactNode) => {
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{content}</MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
  await act(settled)
}
const shown = () => document.body.textContent ?? ''

describe('the payments of a sale', () => {
  test('are shown with who paid them, what of them counts, and what somebody else spent them in', async () => {
    const spent = 'cd'.repeat(32)
    const assets = [{ unit: 'u', quantity: '1' }]
    await show(
      <PaymentsSheet
        sale={details({
          payments: [
            paid(1, { counts: 3_500_000, assets }),
            paid(2, { payer: null, use: 'surplus' }),
            paid(3, { use: 'spent', spent_in: spent, spentPage: 'https://explorer.example/x' }),
            paid(4, { counts: 0, use: 'surplus' }),
          ],
        })}
      />,
    )
    expect(shown()).toContain(words.sale.payer)
    expect(shown()).toContain(words.sale.alone)
    expect(shown()).toMatch(/3\.5.*of it count: its other tokens need the rest/u)
    expect(shown()).toContain(words.sale.countsNothing)
    expect(shown()).toContain(words.sale.uses.spent)
    expect(document.querySelector(`a[aria-label="${words.sale.openSpend(3)}"]`)).not.toBeNull()
  })

  test('show what is missing with its own code for whoever has paid a part, and can be given up', async () => {
    const part = paid(1, { lovelace: 3_750_000, counts: 3_750_000 })
    await show(<PaymentSection sale={details({ payments: [part] })} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.partPaid)
    expect(shown()).toMatch(/Still missing6\.25\s₳/u)
    expect(document.querySelector(`[aria-label="${words.sale.missingCode}"]`)).not.toBeNull()
    expect(shown()).toContain(`${words.sale.completedFrom} addr_test1`)
    expect(shown()).toContain(words.sale.cancel)
  })

  test('of one that nobody has paid say nothing of a part', async () => {
    const none = details({ status: 'RESERVED', payments: [paid(1, { use: 'refunded' })] })
    await show(<PaymentSection sale={none} saleRef={saleRef} />)
    expect(shown()).not.toContain(words.sale.partPaid)
  })
})

describe('an underpaid sale', () => {
  const payers = [{ address: 'addr_test1payer1', paid: 6_000_000, missing: 4_000_000 }]
  const message = { expected: 10_000_000, paid: 6_000_000, missing: 4_000_000, payers }
  const errors = [{ name: 'UnderpaidError', message }]

  test('says what arrived and what is missing', async () => {
    await show(<ErrorsSection sale={details({ error: errors })} saleRef={saleRef} />)
    expect(shown()).toContain('6 of 10\u00A0₳ arrived. 4\u00A0₳ is still missing.')
    expect(shown()).not.toContain(words.sale.tokensFree)
  })

  test('whose time is over says that its tokens are free, or somebody else has them', async () => {
    const over = details({ error: errors, endsAt: null })
    await show(<ErrorsSection sale={over} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.tokensFree)
    await show(<ErrorsSection sale={{ ...over, resolutions: ['refund'] }} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.tokensTaken)
  })
})

describe('the confirmation of a refund', () => {
  const plan: RefundPlan = {
    receivers: [
      { address: 'addr_test1first', lovelace: 4_800_000, assets: [] },
      { address: 'addr_test1second', lovelace: 2_800_000, assets: [] },
    ],
    fee: 400_000,
    transactions: 2,
    left: [
      {
        address: 'addr_test1dust',
        lovelace: 1_000_000,
        assets: [],
        missing: 134_277,
        needsReceiver: false,
      },
      {
        address: 'addr_test1script',
        lovelace: 2_000_000,
        assets: [],
        missing: 0,
        needsReceiver: true,
      },
    ],
  }

  test('names each receiver, how many transactions there are, and who is left with what is missing', async () => {
    Object.assign(answers, { 'sales.show': details(), 'sales.refund': plan })
    await show(<ResolveDialog saleRef={saleRef} action="refund" onClose={() => undefined} />)
    expect(shown()).toContain(words.resolve.transactions(2))
    expect(shown()).toContain(words.resolve.left)
    expect(shown()).toMatch(
      /0\.14.*is still missing for its own way back, unless the collection’s/u,
    )
    expect(shown()).toContain(words.resolve.needsReceiver)
  })

  test('says what stays also where nothing goes back, and not that there is nothing', async () => {
    const nothing = { ...plan, receivers: [], transactions: 0, fee: 0 }
    Object.assign(answers, { 'sales.show': details(), 'sales.refund': nothing })
    await show(<ResolveDialog saleRef={saleRef} action="refund" onClose={() => undefined} />)
    expect(shown()).toContain(words.resolve.needsReceiver)
    expect(shown()).not.toContain(words.resolve.nothing)
  })
})

test('the confirmation of an acceptance says what of the buyer’s goes back with the tokens', async () => {
  const assets = [{ unit: 'u', quantity: '7' }]
  const overpaid = details({
    status: 'UNRESOLVED_OVERPAID',
    payments: [paid(1, { lovelace: 12_000_000, counts: 10_000_000, assets }), paid(2)].map(
      (one, at) => (at === 1 ? { ...one, use: 'surplus' as const } : one),
    ),
    resolutions: ['accept', 'refund'],
  })
  Object.assign(answers, { 'sales.show': overpaid })
  await show(<ResolveDialog saleRef={saleRef} action="accept" onClose={() => undefined} />)
  expect(shown()).toContain(words.resolve.paidByBuyer)
  expect(shown()).toContain(words.resolve.tokensBack(1))
})
