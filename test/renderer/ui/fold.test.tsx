// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from '#renderer/theme/theme.ts'
import { Fold } from '#renderer/ui/fold.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()

const show = async (isWrong: boolean) => {
  await render(
    <MantineProvider theme={theme} env="test">
      <Fold label="More" isWrong={isWrong}>
        <input />
      </Fold>
    </MantineProvider>,
  )
  return document.querySelector('details')?.open
}

test('what is folded opens when a field in it is wrong, so that the field can get the focus', async () => {
  expect(await show(false)).toBe(false)
  expect(await show(true)).toBe(true)
})
