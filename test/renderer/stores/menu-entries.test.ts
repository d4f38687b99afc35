import { expect } from 'vitest'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import type { CollectionState } from '#renderer/data/collection-state.ts'
import { possibleActions } from '#renderer/data/possible-actions.ts'
import { useCollectionDialog } from '#renderer/stores/collection-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePolicyDialog } from '#renderer/stores/policy-dialog.ts'
import type { MenuEntry } from '#renderer/stores/context-menu.ts'
import {
  beginStep,
  collectionEntries,
  collectionSteps,
  fetchCollectionEntries,
  mintEntries,
  policyEntries,
  saleEntries,
  tokenEntries,
} from '#renderer/stores/menu-entries.ts'
import { answerAll, bridgeTest as test, next, ok } from '../fake-bridge.ts'
import { samplePolicy } from '../policies/sample-policy.ts'
import { allMinted, collectionFacts, ready } from '../ready-collection.ts'
import { tokenRowOf } from '../token-row.ts'
import { saleSummary } from '../sales/sample-sale.ts'

const ref = { accountId: 'local', collectionId: 'moths' }
const namesOf = (entries: readonly MenuEntry[]) =>
  entries.map((entry) => (entry === 'divider' ? '-' : entry.command))

const collection = (change: Partial<CollectionState>) =>
  namesOf(
    collectionEntries(
      collectionFacts({ isPractice: change.isPractice === true }),
      ref,
      possibleActions({ ...ready, ...change }),
    ),
  )

test('a collection offers the steps of its way that are possible, and its deletion while every token is free', () => {
  expect(collection({})).toEqual([
    'open',
    'showSales',
    'importTokens',
    'editTokens',
    'mint',
    'setPrice',
    'sell',
    'backUp',
    'exportTokens',
    'editCollection',
    '-',
    'copyName',
    'copyPolicyId',
    '-',
    'remove',
  ])
  expect(collection({ royalty: 'unpaid', backup: 'tested' }).slice(0, 6)).toEqual([
    'open',
    'showSales',
    'importTokens',
    'editTokens',
    'payRoyalty',
    'mint',
  ])
})

test('a collection with minted tokens offers no deletion, unless it is for practice', () => {
  const tokens = allMinted
  expect(collection({ tokens })).not.toContain('remove')
  expect(collection({ tokens })).not.toContain('mint')
  expect(collection({ tokens, isPractice: true }).at(-1)).toBe('removePractice')
})

test('a collection whose policy is locked offers neither import, mint nor sale', () => {
  const names = collection({ isLocked: true })
  for (const name of ['importTokens', 'mint', 'sell']) expect(names).not.toContain(name)
})

const answers = {
  'minting.list': { canMint: true, mints: [] },
  'minting.royalty': null,
  'sales.list': { canSell: true, sales: [], cursor: null },
  'policies.list': [],
}

test('a collection that no view has open is asked about before its menu opens', async () => {
  const entries = fetchCollectionEntries(collectionFacts(), ref)
  await answerAll(answers)
  expect(namesOf(await entries)).toEqual(collection({ royalty: 'none', backup: 'elsewhere' }))
})

test('the tokens that can change of a collection that no view has open are edited as a table', async () => {
  const step = collectionSteps.find(({ action }) => action === 'editTokens')
  if (step === undefined) throw new Error('no such step')
  void beginStep(step, collectionFacts(), ref)
  const rows = [tokenRowOf('a', 'OPEN'), tokenRowOf('b', 'COMPLETED')]
  await next('tokens.page').answer(ok({ tokens: rows, cursor: null }))
  await next('minting.list').answer(ok(answers['minting.list']))
  await next('sales.list').answer(ok(answers['sales.list']))
  await next('policies.list').answer(ok([]))
  await next('minting.royalty').answer(ok(null))
  expect(next('imports.openTokens').input).toEqual({ ...ref, tokens: ['a'] })
})

test('a service that does not answer keeps no menu closed', async () => {
  const entries = fetchCollectionEntries(collectionFacts(), ref)
  expect(namesOf(await entries)).toEqual(
    collection({ royalty: undefined, canMint: undefined, canSell: undefined, backup: undefined }),
  )
})

test('a step of a collection, and its export, opens its view, with its dialog, from wherever the menu was', () => {
  const run = (name: string) => {
    useNavigation.setState({ route: { view: 'collections' }, past: [] })
    for (const entry of collectionEntries(
      collectionFacts(),
      ref,
      possibleActions({ ...ready, royalty: name === 'payRoyalty' ? 'unpaid' : 'minted' }),
    ))
      if (entry !== 'divider' && entry.command === name) entry.run()
    return [useNavigation.getState().route.view, useCollectionDialog.getState().opened?.dialog]
  }
  expect(run('mint')).toEqual(['mint', undefined])
  expect(run('sell')).toEqual(['collection', 'sell'])
  expect(run('payRoyalty')).toEqual(['collection', 'royalty'])
  expect(run('exportTokens')).toEqual(['collection', 'export'])
  // Whoever leaves the view finds it without the dialog later.
  expect(run('backUp')).toEqual(['policies', undefined])
})

test('only a token that can still change can be deleted', () => {
  const names = (status: TokenRow['status']) => {
    const token = tokenRowOf('a', status)
    return namesOf(tokenEntries(token, ref, possibleActions(ready, [token]), () => undefined))
  }
  expect(names('OPEN').at(-1)).toBe('remove')
  expect(names('RESERVED')).not.toContain('remove')
  expect(names('COMPLETED')).not.toContain('remove')
})

const mint = (sent: readonly { readonly tx_id: string; readonly page: string | null }[]) => {
  const rest = { status: 'confirmed', fee: 1, size: 1, confirmations: 3, tokens: 1 } as const
  const transactions = sent.map((transaction) => ({
    ...rest,
    missing: [],
    required_signers: [],
    message: null,
    ...transaction,
  }))
  return namesOf(mintEntries({ id: 'mint', transactions }, ref))
}

test('a mint offers the explorer once its one transaction is in a block', () => {
  const open = ['open', '-', 'copyId', 'copyTxId']
  expect(mint([{ tx_id: 'a', page: null }])).toEqual(open)
  const page = 'https://explorer.example/tx/a'
  expect(mint([{ tx_id: 'a', page }])).toEqual(['open', 'showInExplorer', ...open.slice(1)])
  const two = [
    { tx_id: 'a', page },
    { tx_id: 'b', page },
  ]
  expect(mint(two)).toEqual(['open', '-', 'copyId', 'copyTxIds'])
})

const sale = (change: Partial<SaleSummary>) =>
  namesOf(
    saleEntries(
      saleSummary({
        payment_link: 'https://shop.example.com/pay/sale/a',
        endsAt: '2026-11-24T00:00:00Z',
        ...change,
      }),
      ref,
    ),
  )

test('a link that opens on this computer alone is not copied as a payment link', () => {
  const here = sale({ payment_link: 'http://127.0.0.1:1/pay/sale/a' })
  expect(here).not.toContain('copyPaymentLink')
  expect(here).toContain('openPaymentPage')
})

test('a payment link is copied and opened while it can be paid, and cancelled until its price is paid', () => {
  expect(sale({})).toEqual([
    'open',
    'copyPaymentLink',
    'openPaymentPage',
    '-',
    'copyId',
    '-',
    'cancelSale',
  ])
  expect(sale({ status: 'UNRESOLVED_UNDERPAID' })).toContain('copyPaymentLink')
  expect(sale({ status: 'UNRESOLVED_UNDERPAID' })).toContain('cancelSale')
  expect(sale({ status: 'PROCESSING' })).not.toContain('cancelSale')
  expect(
    sale({ status: 'COMPLETED', endsAt: null, buyer_address: 'addr_test1', tx_id: 'ab' }),
  ).toEqual(['open', '-', 'copyId', 'copyBuyer', 'copyTxId'])
})

test('a policy offers what its keys allow, and opens it on its page', () => {
  const lock = { slot: 1, time: null, locked: false }
  const policy = samplePolicy({ lock })
  const entries = policyEntries(policy)
  expect(namesOf(entries)).toEqual([
    'open',
    'backUp',
    'testBackup',
    'exportKeys',
    'savePublicPolicy',
    'showLocks',
    '-',
    'copyName',
    'copyPolicyId',
    '-',
    'removeKeys',
  ])
  const elsewhere = samplePolicy({
    keys: policy.keys.map((key) => ({ ...key, here: false })),
    name: null,
  })
  expect(namesOf(policyEntries(elsewhere))).toEqual([
    'open',
    'savePublicPolicy',
    '-',
    'copyPolicyId',
  ])
  for (const entry of entries)
    if (entry !== 'divider' && entry.command === 'testBackup') entry.run()
  expect(useNavigation.getState().route).toEqual({
    view: 'policies',
    policyId: policy.policyId,
  })
  expect(usePolicyDialog.getState().opened).toMatchObject({ dialog: 'test' })
  // The next visit begins without it.
  useNavigation.getState().go({ view: 'policies' })
  expect(usePolicyDialog.getState().opened).toBeUndefined()
})
