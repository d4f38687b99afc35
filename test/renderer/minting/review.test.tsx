// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { MintDetails, MintReview } from '#contract/mints/calls.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { Review } from '#renderer/views/minting/mint/review.tsx'
import { bad, ok, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'

const policyId = '00'.repeat(28)
const mintRef = { accountId: 'local', collectionId: 'c', mintId: 'm' }

const mint: MintDetails = {
  id: 'm',
  collection_id: 'c',
  kind: 'tokens',
  status: 'awaiting_witnesses',
  held: true,
  message: null,
  funding_address: 'addr_test1own',
  policy_id: policyId,
  tokenCount: 2,
  firstTokens: [],
  transactions: [
    {
      tx_id: 'ab'.repeat(32),
      status: 'awaiting_witnesses',
      confirmations: 0,
      size: 673,
      fee: 200_000,
      required_signers: [],
      missing: [],
      message: null,
      tokens: 2,
      page: null,
    },
  ],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  network: 'devnet',
  collectionName: 'Herbarium',
  receivers: [],
  wanted: 3,
  finality: null,
  validUntil: '2026-01-01T02:00:00Z',
  validUntilSlot: '7200',
  signers: [],
  shownTokens: [],
  burned: [],
  signingRequest: null,
  canRebuild: false,
}

const review = (warnings: MintReview['warnings']): MintReview => ({
  transactions: [
    {
      txId: 'ab'.repeat(32),
      fee: '200000',
      tokens: 2,
      along: '1159390',
      bytes: 673,
      limit: 16_384,
      netChange: {
        lovelace: '-200000',
        assets: ['Leaf0', 'Leaf1'].map((name) => ({
          policyId,
          nameHex: name,
          name,
          quantity: '1',
        })),
      },
      unprovedInputs: 0,
    },
  ],
  tokens: ['Fern No. 01', 'Olive No. 02'].map((name) => ({ assetName: name, name, cid: null })),
  receivers: [{ address: 'addr_test1own', holder: 'vault', bookLabel: null, tokens: 2 }],
  totals: {
    taken: '5000000',
    along: '1159390',
    fees: '200000',
    returned: '3640610',
    elsewhere: '0',
  },
  warnings,
})

const render = reactRoot()
const show = async (warnings: MintReview['warnings']) => {
  queryClient.clear()
  const call = (name: string) =>
    Promise.resolve(name === 'minting.review' ? ok(review(warnings)) : bad('not asked'))
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Review mint={mint} mintRef={mintRef} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
}

const footer = () => document.querySelector('footer')
const signing = () =>
  [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === text.minting.mint.signAll('2 tokens'),
  )

test('the button stands beside what the vault gains and loses, in a line without asset names', async () => {
  await show([])
  expect(footer()?.textContent).toContain('Out−0.2')
  expect(footer()?.textContent).toContain('In+2 tokens')
  expect(footer()?.textContent).toContain(text.signing.review.noWarnings)
  expect(document.body.textContent).not.toContain('Leaf0')
  expect(signing()?.disabled).toBe(false)
})

test('the tokens are named once, and one transaction needs no table', async () => {
  await show([])
  const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(titles).toContain('Fern No. 01 … Olive No. 02')
  expect(titles).not.toContain(text.minting.mint.transactions)
  expect(document.body.textContent).toContain('673 of 16,384 bytes')
})

test('what stops the mint stands at its button, which cannot be pressed', async () => {
  const message = 'Its time to be sent has ended.'
  await show([{ code: 'expired', severity: 'error', facts: {}, message }])
  expect(footer()?.textContent).toContain(text.minting.mint.blocked('mint'))
  expect(footer()?.textContent).toContain(message)
  expect(signing()?.disabled).toBe(true)
})
