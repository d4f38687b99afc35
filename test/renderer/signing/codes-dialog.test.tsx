// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
import { CodesDialog } from '#renderer/views/signing/codes-dialog.tsx'
import { bad } from '../fake-bridge.ts'
import { reactRoot } from '../react-root.ts'

/** As the main process answers; test/main/services/signing.test.ts has the sentence itself. */
const message = 'mint.cpreq is too large for codes. Carry the file itself.'
const answers = [{ kind: 'request', name: 'mint.cpreq', txId: null, keyHash: null }] as const

const render = reactRoot()

beforeEach(async () => {
  queryClient.clear()
  const call = () => Promise.resolve(bad(message))
  Object.assign(window, { coldpress: { call } })
  await render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <CodesDialog id="1" answers={answers} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
})

test('an answer that is too large for codes shows why and that its file is the way, and no code', async () => {
  await act(() => vi.waitUntil(() => document.querySelector('[role=dialog] [role=alert]'), 30_000))
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain(text.signing.codes.title)
  expect(dialog?.querySelector('[role=alert]')?.textContent).toBe(message)
  expect(dialog?.querySelector('[role=img]')).toBeNull()
})
