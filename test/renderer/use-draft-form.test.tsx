// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FieldError } from '#contract/collections/calls.ts'
import { CallError } from '#renderer/bridge.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { reactRoot } from './react-root.ts'

type Values = { name: string; royalty: { rate: string } }

const schema = z.object({
  name: z.string().min(1, 'A name is needed.'),
  royalty: z.object({ rate: z.number('A number is needed.') }),
})
type Input = z.output<typeof schema>

type Props = {
  readonly about?: string
  readonly draftKey?: string
  readonly check?: (input: Input) => Promise<readonly FieldError[]>
  readonly submit?: (input: Input) => Promise<void>
}

let form: ReturnType<typeof useTestForm>

const useTestForm = ({ about, draftKey, check, submit = async () => {} }: Props) =>
  useDraftForm({
    initial: { name: '', royalty: { rate: '' } } satisfies Values,
    schema,
    inputOf: ({ name, royalty: { rate } }) => ({
      name: name.trim(),
      royalty: { rate: rate === '' ? undefined : Number(rate) },
    }),
    fieldNamed: (field) => (field === 'asset_name' ? 'name' : undefined),
    submit,
    ...(about === undefined ? {} : { about }),
    ...(draftKey === undefined ? {} : { draftKey }),
    ...(check === undefined ? {} : { check }),
  })

const Input = ({ path }: { readonly path: string }) => {
  const { error, ...props } = form.getInputProps(path)
  return <input {...props} aria-label={path} aria-invalid={error !== undefined} />
}

const Form = (props: Props) => {
  form = useTestForm(props)
  return (
    <form {...form.element}>
      <Input path="name" />
      <Input path="royalty.rate" />
    </form>
  )
}

/** Several fields with one error. */
const FormWithGroup = () => {
  form = useTestForm({})
  return (
    <form {...form.element}>
      <Input path="name" />
      <div role="group" aria-label="Rates" data-invalid={form.errors['royalty.rate'] !== undefined}>
        <input type="checkbox" aria-label="5%" />
        <input type="checkbox" aria-label="10%" />
      </div>
    </form>
  )
}

const render = reactRoot()
const open = (props: Props = {}) => render(<Form {...props} />)
const close = () => render(null)
const type = (values: Partial<Values>) => act(async () => form.setValues(values))
const leave = (label: string) =>
  act(async () => {
    document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus()
    document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.blur()
  })
const send = () => act(async () => document.querySelector('form')?.requestSubmit())
/** Longer than the form waits for more to be typed. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)))
const focused = () => document.activeElement?.getAttribute('aria-label')

beforeEach(() => {
  useDrafts.setState(useDrafts.getInitialState(), true)
})

describe('errors of a form', () => {
  test('are not shown before a field was left, then at that field alone', async () => {
    await open()
    expect(form.errors).toEqual({})
    await leave('royalty.rate')
    expect(form.errors).toEqual({ 'royalty.rate': 'A number is needed.' })
    expect(form.errorCount).toBe(0)
  })

  test('are all shown by their paths after a submit, which focuses the first wrong field', async () => {
    const sent: Input[] = []
    await open({ submit: async (input) => void sent.push(input) })
    await send()
    expect(form.errors).toEqual({
      name: 'A name is needed.',
      'royalty.rate': 'A number is needed.',
    })
    expect(form.errorCount).toBe(2)
    expect(focused()).toBe('name')
    await act(async () => form.setFieldValue('name', 'Moths'))
    expect(form.errors).toEqual({ 'royalty.rate': 'A number is needed.' })
    await send()
    expect(focused()).toBe('royalty.rate')
    expect(sent).toEqual([])
  })

  test('are named by their fields, and a group of fields leads to its first one', async () => {
    await render(<FormWithGroup />)
    await send()
    expect(form.wrongFields).toEqual(['name', 'Rates'])
    await act(async () => form.focusWrongField(1))
    expect(focused()).toBe('5%')
  })

  test('are shown anew for the whole form, once it was submitted and nobody types', async () => {
    await open({
      check: async ({ name }) => (name === 'M' ? [{ field: 'name', message: 'Too short.' }] : []),
    })
    await send()
    await type({ name: 'M', royalty: { rate: '5' } })
    await pause()
    expect(form.errors).toEqual({ name: 'Too short.' })
    await type({ name: 'Moths' })
    await pause()
    expect(form.errors).toEqual({})
    expect(form.errorCount).toBe(0)
  })

  test('come from the check too, once the schema finds none', async () => {
    const checked: Input[] = []
    const check = async (input: Input) => {
      checked.push(input)
      return [{ field: 'name', message: 'Too short.' }]
    }
    await open({ check })
    await leave('name')
    expect(checked).toEqual([])
    await type({ name: 'M', royalty: { rate: '5' } })
    await send()
    expect(checked).toEqual([{ name: 'M', royalty: { rate: 5 } }])
    expect(form.errors).toEqual({ name: 'Too short.' })
  })

  test('are not those of values that changed while they were checked', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly FieldError[]>()
    await open({ check: ({ name }) => (name === 'M' ? promise : Promise.resolve([])) })
    await type({ name: 'M', royalty: { rate: '5' } })
    await leave('name')
    await type({ name: 'Moths' })
    await act(async () => resolve([{ field: 'name', message: 'Too short.' }]))
    expect(form.errors).toEqual({})
  })

  test('say why the check could not be made', async () => {
    await open({ check: () => Promise.reject(new Error('The process has ended.')) })
    await type({ name: 'M', royalty: { rate: '5' } })
    await send()
    expect(form.error).toBe('The process has ended.')
    expect(form.isBusy).toBe(false)
  })
})

describe('the error of a submit', () => {
  const submit = () =>
    Promise.reject(new CallError({ code: 'conflict', message: 'Too little ADA.', details: {} }))
  const fail = async () => {
    await open({ submit, about: 'balance 1' })
    await type({ name: 'Moths', royalty: { rate: '5' } })
    await send()
    expect(form.error).toMatchObject({ message: 'Too little ADA.' })
  }

  test('goes away when what it is about changes', async () => {
    await fail()
    await open({ submit, about: 'balance 1' })
    expect(form.error).toBeDefined()
    await open({ submit, about: 'balance 2' })
    expect(form.error).toBeUndefined()
  })

  test('goes away when a value changes, also by a choice that is no typing', async () => {
    await fail()
    await act(async () => form.setFieldValue('name', 'Prints'))
    expect(form.error).toBeUndefined()
  })
})

describe('submitting a form', () => {
  test('gives the call its input, once, and is busy until the call has ended', async () => {
    const sent: Input[] = []
    let end = () => {}
    const submit = (input: Input) => {
      sent.push(input)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    }
    await open({ submit })
    await type({ name: ' Moths ', royalty: { rate: '7.5' } })
    await send()
    expect(form.isBusy).toBe(true)
    await send()
    expect(sent).toEqual([{ name: 'Moths', royalty: { rate: 7.5 } }])
    await act(async () => end())
    expect(form.isBusy).toBe(false)
  })

  const failing = (
    code: 'internal' | 'conflict' | 'cancelled',
    message: string,
    details: Record<string, unknown> = {},
  ) => ({ submit: () => Promise.reject(new CallError({ code, message, details })) })

  test('shows what failed, at its field where the service names one', async () => {
    await open(failing('internal', 'No connection.'))
    await type({ name: 'M', royalty: { rate: '5' } })
    await send()
    expect(form.error).toMatchObject({ message: 'No connection.' })
    expect(form.isBusy).toBe(false)
    await open(failing('conflict', 'No.', { status: 409, reason: 'image: not pinned' }))
    await send()
    expect(form.error).toMatchObject({ message: 'No.' })
    const reason = 'asset_name: the name is taken'
    await open(failing('conflict', reason, { status: 409, reason, sentence: 'The name is taken.' }))
    await send()
    expect(form.error).toBeUndefined()
    expect(form.errors).toEqual({ name: 'The name is taken.' })
  })

  test('says nothing of what the user did not want after all', async () => {
    await open(failing('cancelled', 'The vault is locked.'))
    await type({ name: 'M', royalty: { rate: '5' } })
    await send()
    expect(form.error).toBeUndefined()
  })
})

describe('what was typed', () => {
  test('is still there after a look at another view, until the form is cleared', async () => {
    await open({ draftKey: 'test' })
    await act(async () => form.setFieldValue('royalty.rate', '5'))
    await close()
    await open({ draftKey: 'test' })
    expect(form.values).toEqual({ name: '', royalty: { rate: '5' } })
    await act(async () => form.clear())
    expect(form.values).toEqual({ name: '', royalty: { rate: '' } })
    expect(useDrafts.getState().drafts).toEqual({})
  })

  test('is cleared with its errors, which do not come back', async () => {
    await open()
    await send()
    await type({ name: 'Moths' })
    await act(async () => form.clear())
    await pause()
    expect(form.values.name).toBe('')
    expect(form.errors).toEqual({})
    expect(form.errorCount).toBe(0)
  })

  test('is kept nowhere when the form has no key, as one with a secret', async () => {
    await open()
    await type({ name: 'the passphrase of the vault' })
    expect(useDrafts.getState().drafts).toEqual({})
    await close()
    await open()
    expect(form.values.name).toBe('')
  })
})
