// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { RoyaltyDialog } from '#renderer/views/minting/royalty/royalty-dialog.tsx'
import { bad, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()
const show = async (content: ReactNode) => {
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{content}</MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
  return document.body.textContent
}

beforeEach(() => {
  const call = () => Promise.resolve(bad('It is a test.'))
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
})

const royaltyWith = (changes: Partial<RoyaltyDetails>): RoyaltyDetails => ({
  status: 'minted',
  confirmed: true,
  message: null,
  address: null,
  amount: null,
  paid: null,
  cost: null,
  uri: null,
  payment_link: 'http://127.0.0.1/pay/royalty/c',
  mint_id: null,
  tx_id: 'ab'.repeat(32),
  page: null,
  confirmations: 0,
  finality: null,
  hasTestWallet: false,
  unconfirmed: null,
  terms: { rate: '0.05', address: 'addr_test1chain' },
  ...changes,
})
const dialog = (changes: Partial<RoyaltyDetails>) => (
  <RoyaltyDialog
    collectionRef={{ accountId: 'local', collectionId: 'c' }}
    royalty={royaltyWith(changes)}
    onClose={() => undefined}
  />
)

test('the dialog of a royalty says what the minted token says on chain', async () => {
  const shown = await show(dialog({}))
  expect(shown).toContain('5%Goes to, for everaddr_test1chain')
})

test('the dialog of a royalty that was not read says so, and calls nothing minted', async () => {
  const message = 'Not read yet: this studio has no gateway.'
  const shown = await show(dialog({ status: 'not_read', tx_id: null, message }))
  expect(shown).toContain(text.minting.royalty.states.not_read)
  expect(shown).toContain(message)
  expect(shown).not.toMatch(/On chain5%|Minted/u)
})
