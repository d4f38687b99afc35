// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { PriceDialog, PriceOpenTokens } from '#renderer/views/collections/detail/price-dialog.tsx'
import { bad, ok, settled } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'
import { tokenRowOf } from '../token-row.ts'

const collectionRef = { accountId: 'local-mainnet', collectionId: 'c' }
const tokens = [tokenRowOf('one'), tokenRowOf('two')]

const render = reactRoot()
let priced: unknown[]

beforeEach(async () => {
  queryClient.clear()
  priced = []
  const answers: Readonly<Record<string, unknown>> = {
    'minting.images': { local: 2, unfetched: 0, gateway: 'https://ipfs.example' },
    'minting.rehearsalState': null,
    'sales.setTokenPrices': { changed: [], failed: [] },
  }
  const call = (name: string, input: unknown) => {
    if (name === 'sales.setTokenPrices') priced.push(input)
    return Promise.resolve(Object.hasOwn(answers, name) ? ok(answers[name]) : bad('It is a test.'))
  }
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <PriceDialog collectionRef={collectionRef} tokens={tokens} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
})

const press = (element: HTMLElement | null | undefined) =>
  act(async () => {
    element?.click()
    await settled()
  })
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === name)

/** Past React, which would else take the value for its own. */
const type = (field: HTMLInputElement, value: string) => {
  Reflect.set(HTMLInputElement.prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a price for several tokens waits until it is accepted that their images are here only', async () => {
  expect(document.body.textContent).toContain(text.common.localImages.text(2))
  expect(button(text.picking.price.submit)?.disabled).toBe(true)
  await press(document.querySelector<HTMLElement>('input[type=checkbox]'))
  expect(button(text.picking.price.submit)?.disabled).toBe(false)
  await act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[inputmode=decimal]')
    if (field !== null) type(field, '25')
    await settled()
  })
  await press(button(text.picking.price.submit))
  expect(priced).toMatchObject([
    {
      prices: tokens.map(({ id }) => ({ tokenId: id, price: 25_000_000 })),
      acceptsLocalImages: true,
      acceptsUnfetchedImages: false,
    },
  ])
})

test('prices for all tokens wait until all of them are loaded, and say so', async () => {
  const more = { answer: (_page: unknown) => undefined as unknown }
  const call = (name: string, { cursor }: { readonly cursor: string | null }) => {
    if (name !== 'tokens.page') return Promise.resolve(bad('It is a test.'))
    if (cursor === null) return Promise.resolve(ok({ tokens, cursor: 'next' }))
    return new Promise((resolve) => {
      more.answer = resolve
    })
  }
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <PriceOpenTokens collectionRef={collectionRef} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
  expect(document.body.textContent).toContain(text.picking.price.loading(2))
  expect(button(text.picking.price.submit)).toBeUndefined()
  await act(async () => {
    more.answer(ok({ tokens: [tokenRowOf('three')], cursor: null }))
    await settled()
  })
  expect(document.body.textContent).toContain(text.picking.price.title(3))
})
