// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useLayoutEffect } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { SettledNumber } from '#renderer/views/import/draft/details/settled-number.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()
let settled: number[]
let answer: () => void
/** What the field showed at each commit. */
let commits: string[]

beforeEach(async () => {
  settled = []
  commits = []
  await show(1_500)
})
const Commits = ({ value }: { readonly value: number }) => {
  useLayoutEffect(() => {
    commits.push(field().value)
  }, [value])
  return null
}

const element = (value: number) => (
  <MantineProvider>
    <Commits value={value} />
    <SettledNumber
      label="Longest side"
      description="In pixels"
      value={value}
      min={16}
      max={16_384}
      onSettle={(one) => {
        settled.push(one)
        return new Promise<void>((resolve) => {
          answer = resolve
        })
      }}
    />
  </MantineProvider>
)
const show = (value: number) => render(element(value))

const field = (): HTMLInputElement => {
  const input = document.querySelector('input')
  if (input === null) throw new Error('no field')
  return input
}
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), value)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
const enter = () =>
  act(async () => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })

describe('a number that takes effect when it is settled', () => {
  test('shows a new value in the commit that brings it', async () => {
    await show(2_000)
    expect(commits).toEqual(['1,500', '2,000'])
  })

  test('keeps what is being typed when its value changes meanwhile', async () => {
    await show(2_000)
    await type('256')
    await show(1_000)
    expect(field().value).toBe('256')
    await enter()
    expect(settled).toEqual([256])
  })

  test('takes effect once, in its limits, and stays until the value follows', async () => {
    await show(2_000)
    await type('99999')
    await enter()
    await enter()
    expect(settled).toEqual([16_384])
    expect(field().value).toBe('16,384')
    await act(async () => answer())
    expect(field().value).toBe('2,000')
    await show(16_384)
    expect(field().value).toBe('16,384')
  })

  test('shows its value again when what was typed is no number', async () => {
    await show(2_000)
    await type('')
    await enter()
    expect(settled).toEqual([])
    expect(field().value).toBe('2,000')
  })
})
