// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RefundPlan, SaleFacts, SalePayment } from '#contract/sales/calls.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { ResolveDialog } from '#renderer/views/sales/resolve-dialog.tsx'
import { PaymentSheet } from '#renderer/views/sales/sale/payment-sheet.tsx'
import { PaymentsSheet } from '#renderer/views/sales/sale/payments-sheet.tsx'
import { SaleErrorsSheet } from '#renderer/views/sales/sale/sale-errors-sheet.tsx'
import { bad, ok, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'

const saleRef = { accountId: 'local', collectionId: 'c', saleId: 's' }
const words = text.sales

const paid = (index: number, changes: Partial<SalePayment> = {}): SalePayment => ({
  txId: 'ab'.repeat(32),
  index,
  address: `addr_test1payer${index}`,
  payer: `${index}`.repeat(56),
  lovelace: '5000000',
  counts: '5000000',
  assets: [],
  slot: '1',
  at: null,
  confirmations: 3,
  use: 'counted',
  page: null,
  spentIn: null,
  ...changes,
})

const facts = (changes: Partial<SaleFacts> = {}): SaleFacts => ({
  id: 's',
  status: 'UNRESOLVED_UNDERPAID',
  type: 'fixed',
  price: '10000000',
  total: '10000000',
  tokens: [{ id: 't', asset_name: 'Fern', name: 'Fern', status: 'RESERVED', cid: null }],
  buyer: null,
  paymentLink: 'http://127.0.0.1:1/pay/sale/s',
  txId: null,
  endsAt: '2026-11-22T04:00:00.000Z',
  surplus: '0',
  left: '0',
  signingBlocked: null,
  delivery: null,
  createdAt: '2026-11-22T04:00:00.000Z',
  updatedAt: '2026-11-22T04:00:00.000Z',
  network: 'devnet',
  paymentAddress: 'addr_test1sale',
  due: '10000000',
  uri: 'web+cardano:addr_test1sale?amount=10',
  reservationTime: 60,
  confirmations: 3,
  finality: null,
  payments: [paid(1)],
  errors: [],
  resolutions: ['wait', 'refund'],
  page: null,
  txFee: null,
  nftFee: null,
  income: null,
  mintId: null,
  refundId: null,
  parked: null,
  events: [],
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
        sale={facts({
          payments: [
            paid(1, { counts: '3500000', assets }),
            paid(2, { payer: null, use: 'surplus' }),
            paid(3, { use: 'spent', spentIn: { txId: spent, page: 'https://explorer.example/x' } }),
            paid(4, { counts: '0', use: 'surplus' }),
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

  test('ask for the whole price whoever has paid a part, and can be given up', async () => {
    await show(<PaymentSheet sale={facts()} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.partPaid)
    expect(shown()).toMatch(/10(?:\.00)?\s*₳/u)
    expect(shown()).toContain(words.sale.cancel)
  })

  test('of one that nobody has paid say nothing of a part', async () => {
    const none = facts({ status: 'RESERVED', payments: [paid(1, { use: 'refunded' })] })
    await show(<PaymentSheet sale={none} saleRef={saleRef} />)
    expect(shown()).not.toContain(words.sale.partPaid)
  })
})

describe('an underpaid sale', () => {
  const payers = [{ address: 'addr_test1payer1', paid: 6_000_000, missing: 4_000_000 }]
  const message = { expected: 10_000_000, paid: 6_000_000, missing: 4_000_000, payers }
  const errors = [{ name: 'UnderpaidError', message }]

  test('says whose money counts and what the payer lacks', async () => {
    await show(<SaleErrorsSheet sale={facts({ errors })} saleRef={saleRef} />)
    expect(shown()).toContain('6 ADA of addr_test1payer1 count')
    expect(shown()).not.toContain(words.sale.tokensFree)
  })

  test('whose time is over says that its tokens are free, or somebody else has them', async () => {
    const over = facts({ errors, endsAt: null })
    await show(<SaleErrorsSheet sale={over} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.tokensFree)
    await show(<SaleErrorsSheet sale={{ ...over, resolutions: ['refund'] }} saleRef={saleRef} />)
    expect(shown()).toContain(words.sale.tokensTaken)
  })
})

describe('the confirmation of a refund', () => {
  const plan: RefundPlan = {
    receivers: [
      { address: 'addr_test1first', lovelace: '4800000', assets: [] },
      { address: 'addr_test1second', lovelace: '2800000', assets: [] },
    ],
    fee: '400000',
    transactions: 2,
    left: [
      {
        address: 'addr_test1dust',
        lovelace: '1000000',
        assets: [],
        missing: '134277',
        needsReceiver: false,
      },
      {
        address: 'addr_test1script',
        lovelace: '2000000',
        assets: [],
        missing: '0',
        needsReceiver: true,
      },
    ],
  }

  test('names each receiver, how many transactions there are, and who is left with what is missing', async () => {
    Object.assign(answers, { 'sales.show': facts(), 'sales.refund': plan })
    await show(<ResolveDialog saleRef={saleRef} action="refund" onClose={() => undefined} />)
    expect(shown()).toContain(words.resolve.transactions(2))
    expect(shown()).toContain(words.resolve.left)
    expect(shown()).toMatch(/0\.14.*are missing for its own way back, unless the collection’s/u)
    expect(shown()).toContain(words.resolve.needsReceiver)
  })

  test('says what stays also where nothing goes back, and not that there is nothing', async () => {
    const nothing = { ...plan, receivers: [], transactions: 0, fee: '0' }
    Object.assign(answers, { 'sales.show': facts(), 'sales.refund': nothing })
    await show(<ResolveDialog saleRef={saleRef} action="refund" onClose={() => undefined} />)
    expect(shown()).toContain(words.resolve.needsReceiver)
    expect(shown()).not.toContain(words.resolve.nothing)
  })
})

test('the confirmation of an acceptance says what of the buyer’s goes back with the tokens', async () => {
  const assets = [{ unit: 'u', quantity: '7' }]
  const overpaid = facts({
    status: 'UNRESOLVED_OVERPAID',
    payments: [paid(1, { lovelace: '12000000', counts: '10000000', assets }), paid(2)].map(
      (one, at) => (at === 1 ? { ...one, use: 'surplus' as const } : one),
    ),
    resolutions: ['accept', 'refund'],
  })
  Object.assign(answers, { 'sales.show': overpaid })
  await show(<ResolveDialog saleRef={saleRef} action="accept" onClose={() => undefined} />)
  expect(shown()).toContain(words.resolve.paidByBuyer)
  expect(shown()).toContain(words.resolve.tokensBack(1))
})
