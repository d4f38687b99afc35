// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { CollectionWarnings } from '#renderer/views/collections/detail/collection-warnings.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { ok, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'

const words = text.collections.detail.warnings
const collectionRef = { accountId: 'local', collectionId: 'c' }
const warning = 'The signing round r1 waits for signatures and pays the payout address of before.'

const render = reactRoot()
let calls: (readonly [name: string, input: unknown])[]

beforeEach(() => {
  queryClient.clear()
  calls = []
  const call = (name: string, input: unknown) => {
    calls.push([name, input])
    return Promise.resolve(
      ok(name === 'receivers.warnings' ? [warning] : { withdrawn: 1, reasons: [] }),
    )
  }
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
})

const show = async (children: React.ReactNode) => {
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{children}</MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
}

const showCollection = (collection: Pick<CollectionDetails, 'warnings' | 'outdated'>) =>
  show(<CollectionWarnings collectionRef={collectionRef} collection={collection} />)

const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent === name)
    if (found === undefined) throw new Error(`no button ${name}`)
    found.click()
    await settled()
  })

test('a collection whose payout changed names the rounds that pay the earlier one, and withdraws them once that is confirmed', async () => {
  await showCollection({
    warnings: [warning],
    outdated: [
      { kind: 'sale_round', id: 'r1', facts: ['payout_address'] },
      { kind: 'sale', id: 's1', facts: ['payout_address'] },
    ],
  })
  expect(document.body.textContent).toContain(warning)
  await press(words.withdraw(1))
  expect(document.body.textContent).toContain(words.withdrawText(1))
  expect(calls).toEqual([])
  await press(words.confirm)
  expect(calls).toEqual([['collections.withdrawOutdated', collectionRef]])
})

test('a warning without anything to withdraw has no button, and a collection without one shows nothing', async () => {
  await showCollection({ warnings: [warning] })
  expect(document.body.textContent).toContain(warning)
  expect(document.querySelectorAll('button')).toHaveLength(0)
  await showCollection({})
  expect(document.body.textContent).not.toContain(warning)
})

test('a field for a receiving address shows what speaks against it, and asks about nothing else', async () => {
  await show(<ReceiverWarning role="payout address" address=" addr_test1w " />)
  expect(document.body.textContent).toContain(warning)
  expect(calls).toEqual([
    ['receivers.warnings', { role: 'payout address', address: 'addr_test1w' }],
  ])
  calls.length = 0
  await show(<ReceiverWarning role="payout address" address="" />)
  await show(<ReceiverWarning role="payout address" address={'a'.repeat(10_000)} />)
  expect(calls).toEqual([])
})
