// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { adaText, numberText } from '#values/text/format.ts'
import { theme } from '#renderer/theme/theme.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()

const sentence = (missing: string, there: string) => `${missing} of ${there} is missing.`

test('a sentence shows what is missing rounded up, and every exact amount on focus', async () => {
  await render(
    <MantineProvider theme={theme} env="test">
      <AdaSentence
        say={sentence}
        amounts={[{ lovelace: '2811001', rounding: 'up' }, { lovelace: '1234567' }]}
      />
    </MantineProvider>,
  )
  expect(document.body.textContent).toContain(sentence('2.82\u00A0₳', '1.23\u00A0₳'))
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
