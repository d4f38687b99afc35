// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adaText, numberText } from '#shared/format.ts'
import { theme } from '#renderer/theme/theme.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'

let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

test('a sentence shows what is missing rounded up, and every exact amount on focus', async () => {
  await act(async () =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <AdaSentence
          say={text.minting.form.missing}
          amounts={[{ lovelace: '2811001', rounding: 'up' }, { lovelace: '1234567' }]}
        />
      </MantineProvider>,
    ),
  )
  expect(document.body.textContent).toContain(
    text.minting.form.missing('2.82\u00A0₳', '1.23\u00A0₳'),
  )
  const amounts = [...document.querySelectorAll<HTMLElement>('span[tabindex]')]
  expect(amounts).toHaveLength(2)
  for (const [at, lovelace] of ['2811001', '1234567'].entries()) {
    await act(async () => amounts[at]?.focus())
    expect(document.querySelector('[role=tooltip]')?.textContent).toBe(
      `${adaText(lovelace)} · ${text.common.lovelace(numberText(BigInt(lovelace)))}`,
    )
    await act(async () => amounts[at]?.blur())
  }
})
