// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()
let opened: string[]

beforeEach(async () => {
  opened = []
  await render(
    <MantineProvider>
      <TabbedPage
        title="Shelves"
        tabs={[
          { name: 'first', label: 'First', content: 'apples' },
          { name: 'second', label: 'Second', fixed: true, content: 'pears' },
        ]}
        tab="first"
        onOpen={(name) => opened.push(name)}
      >
        a dialog
      </TabbedPage>
    </MantineProvider>,
  )
})

const tab = (label: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
    ({ textContent }) => textContent === label,
  )
  if (found === undefined) throw new Error(`no tab ${label}`)
  return found
}

describe('a page with tabs', () => {
  test('mounts the open tab and the dialogs, and names the list after the page', () => {
    expect(document.body.textContent).toContain('apples')
    expect(document.body.textContent).not.toContain('pears')
    expect(document.body.textContent).toContain('a dialog')
    expect(document.querySelector('[role=tablist]')?.getAttribute('aria-label')).toBe('Shelves')
  })

  test('reports a tab that is not open, and says nothing about the open one', async () => {
    await act(async () => tab('First').click())
    await act(async () => tab('Second').click())
    expect(opened).toEqual(['second'])
  })
})
