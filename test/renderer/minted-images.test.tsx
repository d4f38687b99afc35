// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { CallResult } from '#contract/window/call.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { MintedImagesCheck, useAcceptedImages } from '#renderer/views/minted-images.tsx'
import { bad, ok, settled } from './fake-bridge.ts'
import { reactRoot } from './react-root.ts'

const gateway = 'https://ipfs.example'
const words = text.common.unfetchedImages
const collectionRef = { accountId: 'local-preprod', collectionId: 'c' }

const Parts = () => {
  const { parts, isOpen } = useAcceptedImages({ collectionRef, tokens: 'all' })
  return (
    <>
      <MintedImagesCheck {...parts} />
      <output>{isOpen ? 'open' : 'decided'}</output>
    </>
  )
}

/** How fetching ends, and how many images are then left. */
let ending: CallResult<unknown>
let unfetched: number

const render = reactRoot()

beforeEach(async () => {
  queryClient.clear()
  unfetched = 3
  const answers: Readonly<Record<string, () => CallResult<unknown>>> = {
    'minting.images': () => ok({ local: 0, unfetched, gateway }),
    'minting.fetchImages': () => {
      unfetched = 2
      return ending
    },
  }
  const call = (name: string) => Promise.resolve(answers[name]?.())
  Object.assign(window, { coldpress: { call, on: () => () => undefined } })
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Parts />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await act(settled)
})

const shown = () => document.body.textContent
const checkbox = () => document.querySelector<HTMLInputElement>('input[type=checkbox]')
const press = async (element: HTMLElement | null) => {
  element?.click()
  await settled()
  await settled()
}

const stopped: CallResult<unknown> = {
  ok: false,
  error: { code: 'cancelled', message: 'The request was cancelled.', details: {} },
}
const given = { missing: 2, reasons: ['It does not find QmOne.', 'It does not find QmTwo.'] }

test.each([
  ['was stopped', stopped, [words.stopped, words.unknown(2, gateway)]],
  ['could not start', bad('You are offline.'), ['You are offline.', words.unknown(2, gateway)]],
  ['lacks some', ok(given), [...given.reasons, words.missing(2, gateway)]],
] as const)('fetching that %s says what is missing, and can be accepted', async (_, end, says) => {
  ending = end
  expect(shown()).toContain(words.text(3, gateway))
  expect(checkbox()).toBeNull()
  await act(() => press(document.querySelector('button')))
  for (const sentence of says) expect(shown()).toContain(sentence)
  expect(shown()).toContain('open')
  await act(() => press(checkbox()))
  expect(shown()).toContain('decided')
})
