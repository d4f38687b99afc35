// @vitest-environment happy-dom
import { Button, MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from '#renderer/theme/theme.ts'
import { reactRoot } from './react-root.ts'

const render = reactRoot()

test('a double click on a button does once what it says, also where it submits a form', async () => {
  const done: string[] = []
  await render(
    <MantineProvider env="test" theme={theme}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done.push('submitted')
        }}
      >
        <Button type="submit">Submit</Button>
        <Button onClick={() => done.push('clicked')}>Click</Button>
      </form>
    </MantineProvider>,
  )
  const click = (button: Element | undefined, detail: number) =>
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  for (const button of document.querySelectorAll('button'))
    for (const detail of [1, 2, 3]) click(button, detail)
  expect(done).toEqual(['submitted', 'clicked'])
})
