import { expect, test } from 'vitest'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import type { MintSummary } from '#shared/calls/minting.ts'
import type { SaleSummary } from '#shared/calls/sales.ts'
import type { MenuEntry } from '#renderer/stores/context-menu.ts'
import {
  collectionEntries,
  mintEntries,
  saleEntries,
  tokenEntries,
} from '#renderer/stores/menu-entries.ts'
import { text } from '#renderer/text/en.ts'

const words = text.menu
const ref = { accountId: 'local', collectionId: 'moths' }
const labelsOf = (entries: readonly MenuEntry[]) =>
  entries.map((entry) => (entry === 'divider' ? '-' : entry.label))

const collection = (change: Partial<CollectionFacts>) =>
  labelsOf(
    collectionEntries(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the entries look at
      {
        name: 'Moths',
        policy: { policy_id: 'ab', lock: false, lock_time: null },
        isPractice: false,
        token_count: 3,
        token_for_sale_count: 3,
        ...change,
      } as CollectionFacts,
      ref,
    ),
  )

test('a collection offers a mint and its deletion while every token is free', () => {
  expect(collection({})).toEqual([
    words.openCollection,
    words.sales,
    words.importInto,
    words.mint,
    '-',
    words.copyName,
    words.copyPolicyId,
    '-',
    words.removeCollection,
  ])
})

test('a collection with minted tokens offers no deletion, unless it is for practice', () => {
  expect(collection({ token_for_sale_count: 1 })).not.toContain(words.removeCollection)
  const minted = { token_for_sale_count: 0, isPractice: true }
  expect(collection(minted).at(-1)).toBe(words.removePractice)
  expect(collection(minted)).not.toContain(words.mint)
})

test('a collection whose policy is locked offers neither import nor mint', () => {
  const policy = { policy_id: 'ab', lock: true, lock_time: '2020-01-01T00:00:00Z' }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the entries look at
  const labels = collection({ policy: policy as CollectionFacts['policy'] })
  expect(labels).not.toContain(words.importInto)
  expect(labels).not.toContain(words.mint)
})

test('only a token that can still change can be deleted', () => {
  const labels = (status: TokenRow['status']) =>
    labelsOf(
      tokenEntries(
        { id: 'a', name: 'A', asset_name: 'A', status, cid: null, attributes: [] },
        ref,
        () => undefined,
      ),
    )
  expect(labels('OPEN').at(-1)).toBe(words.removeToken)
  expect(labels('RESERVED')).not.toContain(words.removeToken)
  expect(labels('COMPLETED')).not.toContain(words.removeToken)
})

const mint = (links: MintSummary['links']) =>
  labelsOf(
    mintEntries(
      {
        id: 'mint',
        kind: 'tokens',
        withRoyalty: false,
        status: 'completed',
        held: false,
        message: null,
        tokens: 3,
        transactions: links.length,
        confirmed: 0,
        links,
        createdAt: '2026-11-24T00:00:00Z',
      },
      ref,
    ),
  )

test('a mint offers the explorer once its one transaction is in a block', () => {
  const open = [words.open, '-', words.copyId, words.copyTxId]
  expect(mint([{ txId: 'a', page: null }])).toEqual(open)
  const page = 'https://explorer.example/tx/a'
  expect(mint([{ txId: 'a', page }])).toEqual([
    words.open,
    text.common.showInExplorer,
    ...open.slice(1),
  ])
  const two = [
    { txId: 'a', page },
    { txId: 'b', page },
  ]
  expect(mint(two)).toEqual([words.open, '-', words.copyId, words.copyTxIds(2)])
})

const sale = (change: Partial<SaleSummary>) =>
  labelsOf(
    saleEntries(
      {
        id: 'sale',
        status: 'RESERVED',
        type: 'fixed',
        price: '1',
        total: '1',
        tokens: [],
        buyer: null,
        paymentLink: 'http://127.0.0.1:1/pay/sale/a',
        txId: null,
        endsAt: '2026-11-24T00:00:00Z',
        surplus: '0',
        signingBlocked: null,
        delivery: null,
        createdAt: '2026-11-24T00:00:00Z',
        updatedAt: '2026-11-24T00:00:00Z',
        ...change,
      },
      ref,
    ),
  )

test('a payment link is copied and opened while it can be paid, and cancelled before it is', () => {
  expect(sale({})).toEqual([
    words.open,
    words.copyPaymentLink,
    text.sales.sale.openLink,
    '-',
    words.copyId,
    '-',
    words.cancelSale,
  ])
  expect(sale({ status: 'UNRESOLVED_UNDERPAID' })).toContain(words.copyPaymentLink)
  expect(sale({ status: 'UNRESOLVED_UNDERPAID' })).not.toContain(words.cancelSale)
  expect(sale({ status: 'COMPLETED', endsAt: null, buyer: 'addr_test1', txId: 'ab' })).toEqual([
    words.open,
    '-',
    words.copyId,
    words.copyBuyer,
    words.copyTxId,
  ])
})
