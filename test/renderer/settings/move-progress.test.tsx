// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { HomeProgress } from '#contract/home/calls.ts'
import { text } from '#renderer/text/en.ts'
import { MoveProgressBar } from '#renderer/views/settings/computer/move-progress.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()

/** Renders the progress of an export. @returns reports how far it is */
const shownProgress = async (): Promise<(progress: HomeProgress) => Promise<void>> => {
  const listeners: ((progress: HomeProgress) => void)[] = []
  const on = (_name: string, listener: (progress: HomeProgress) => void) => {
    listeners.push(listener)
    return () => undefined
  }
  Object.assign(window, { coldpress: { on } })
  await render(
    <MantineProvider env="test">
      <MoveProgressBar what="export" />
    </MantineProvider>,
  )
  return (progress) => act(async () => listeners.forEach((listener) => listener(progress)))
}

const bar = () => document.querySelector('[role=progressbar]')
const facts = () => document.querySelector('[role=status]')?.textContent

test('an export shows how far it is and the time left, and nothing of an import', async () => {
  const report = await shownProgress()
  expect(bar()?.getAttribute('aria-label')).toBe(text.computer.progress.export)
  expect(bar()?.getAttribute('aria-valuenow')).toBe('0')
  expect(facts()).toBe(text.computer.preparing)

  const half = { what: 'export', bytes: 500_000, totalBytes: 1_000_000, secondsLeft: 90 } as const
  await report(half)
  expect(bar()?.getAttribute('aria-valuenow')).toBe('50')
  expect(facts()).toMatch(/500 .* of 1.* left/u)

  await report({ ...half, what: 'import', bytes: 900_000 })
  expect(bar()?.getAttribute('aria-valuenow')).toBe('50')
})
