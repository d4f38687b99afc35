// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '#renderer/data/query-client.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useHandedOver } from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import { WindowDrop } from '#renderer/views/frame/window-drop.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()
const here = { view: 'collection', accountId: 'local', collectionId: 'c' } as const

beforeEach(async () => {
  useNotices.setState({ notices: [] })
  useHandedOver.setState({ source: undefined })
  useNavigation.setState({ route: here, past: [] })
  await render(
    <QueryClientProvider client={queryClient}>
      <WindowDrop />
    </QueryClientProvider>,
  )
})

/** What a browser hands over at a drop. @param path what the host knows of it */
const drop = async (name: string, path: string, isDirectory: boolean): Promise<void> => {
  Object.assign(window, { coldpress: { pathOf: (file: File) => (file.name === name ? path : '') } })
  const file = new File([], name)
  const item = { getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory }) }
  const event = new Event('drop', { bubbles: true, cancelable: true })
  const dataTransfer = { types: ['Files'], files: [file], items: [item] }
  await act(async () => document.body.dispatchEvent(Object.assign(event, { dataTransfer })))
}
const route = () => useNavigation.getState().route
const asked = () => useHandedOver.getState().source

describe('what is dropped on the window', () => {
  test('asks what a folder is for, also where a collection is shown', async () => {
    await drop('prints', '/art/prints', true)
    expect(route()).toEqual(here)
    expect(asked()).toEqual({ folder: '/art/prints', csv: null })
    expect(useNotices.getState().notices).toEqual([])
  })

  test('asks the same of a table, with the folder that it is in', async () => {
    await drop('tokens.csv', '/art/prints/tokens.csv', false)
    const source = { folder: '/art/prints', csv: '/art/prints/tokens.csv' }
    expect(asked()).toEqual(source)
  })

  test('says what to do instead where the host knows no path', async () => {
    await drop('prints', '', true)
    expect(route()).toEqual({ view: 'import' })
    expect(useNotices.getState().notices).toMatchObject([
      { tone: 'warn', text: text.importing.newImport.noPath },
    ])
  })
})
