// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { change } from '#renderer/data/change.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { type CallName, calls } from '#contract/window/calls.ts'
import { cached, isMarked, names, planted, sample, storeStates } from './secret-calls.ts'

/** The form of a call with a secret, as the views make theirs: without a draft's key. */
const SecretForm = ({ name }: { readonly name: CallName }) => {
  const form = useDraftForm({
    initial: { typed: '' },
    schema: calls[name].input,
    inputOf: () => sample(calls[name].input),
    submit: async (input) => {
      await change(name, input)
    },
  })
  return (
    <form {...form.element}>
      <input {...form.getInputProps('typed')} />
    </form>
  )
}

const views = import.meta.glob<string>('../../../src/renderer/views/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sourcesWith = (words: RegExp): readonly string[] =>
  Object.entries(views)
    .filter(([, source]) => words.test(source))
    .map(([path]) => path.replace(/^.*views\//u, ''))

let root: Root
let sent: unknown[] = []

beforeEach(async () => {
  sent = []
  await queryClient.cancelQueries()
  queryClient.clear()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(window, {
    coldpress: {
      call: (name: CallName, input: unknown) => {
        sent.push(input)
        return Promise.resolve({ ok: true, value: sample(calls[name].output) })
      },
    },
  })
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  root = createRoot(host)
})
afterEach(() => act(async () => root.unmount()))

describe('a secret that is typed into a form', () => {
  it('reaches the main process, and stays in no draft, no store and no cache', async () => {
    const asking = names.filter((name) =>
      JSON.stringify(sample(calls[name].input)).includes(planted),
    )
    expect(asking.length).toBeGreaterThan(10)
    for (const name of asking) {
      expect(isMarked(name)).toBe(true)
      sent = []
      await act(async () => root.render(<SecretForm key={name} name={name} />))
      const input = document.querySelector('input')
      await act(async () => {
        if (input !== null)
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            input,
            planted,
          )
        input?.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await act(async () => document.querySelector('form')?.requestSubmit())
      expect(JSON.stringify(sent), name).toContain(planted)
      expect(JSON.stringify(cached())).not.toContain(planted)
      expect(JSON.stringify(await storeStates())).not.toContain(planted)
    }
  })

  it('is in no view whose form keeps a draft', () => {
    const drafting = sourcesWith(/draftKey(?:,|:)/u)
    expect(drafting).toContain('minting/form/mint-form.tsx')
    const secret = sourcesWith(/Pass(?:word|phrase)(?:Field|Input)/u)
    expect(secret).toContain('policies/reveal-dialog.tsx')
    expect(drafting.filter((path) => secret.includes(path))).toEqual([])
  })
})
