import { withAdaSign } from '#values/text/format.ts'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { ErrorInfo } from '#contract/window/call.ts'
import type { FieldError } from '#contract/collections/calls.ts'
import { capitalized } from '#values/text/text.ts'
import { fieldOf } from '#values/errors/issues.ts'
import { errorInfoFrom } from '../bridge.ts'
import { useDrafts } from '../stores/drafts.ts'
import { fromThisView, type Lead } from '../stores/from-this-view.ts'

/** Errors by the path of the value that each is shown at; `''`: those that no input shows. */
export type ErrorsByPath = Readonly<Record<string, string>>

type Options<V, S extends z.ZodType> = {
  readonly initial: V
  /** Keeps what was typed when the user leaves the view. A form with a secret has none. */
  readonly draftKey?: string
  /** The form's part of the call's input. */
  readonly schema: S
  /** The values as the call takes them; what cannot be read is left for the schema to refuse. */
  readonly inputOf: (values: V) => unknown
  /** What only the main process can tell of an input. */
  readonly check?: (input: z.output<S>, values: V) => Promise<readonly FieldError[]>
  /** Where the errors of an input are shown and in which words; by default at their own paths. */
  readonly errorsOf?: (values: V, found: readonly FieldError[]) => ErrorsByPath
  /** The form's field that shows the error of a field of the service's request; undefined: none. */
  readonly fieldNamed?: (field: string, values: V) => string | undefined
  /** The field whose passphrase a submit may refuse; default: the first that is typed unseen. */
  readonly passphraseField?: string
  /** What an error of a submit is about beside the values, such as a balance: a change clears it. */
  readonly about?: string
  /** `lead` shows where the result is, see `fromThisView`. */
  readonly submit: (input: z.output<S>, lead: Lead) => Promise<void>
}

const quietMs = 250

/** ARIA has no invalid state for a button that chooses something, nor for a group of fields. */
const wrong = '[aria-invalid="true"], :is(button, [role="group"])[data-invalid="true"]'

const wrongFieldsIn = (form: HTMLFormElement | null): readonly HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>(wrong) ?? []),
]

/** By its label, without the sign that it is required. */
const nameOfField = (field: HTMLInputElement): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').replace(/\s*\*$/u, '')

/** To be typed again at once. */
const selectPassphrase = (form: HTMLFormElement | null, path: string | undefined): void => {
  const inputs = form?.querySelectorAll<HTMLInputElement>('input[type="password"]') ?? []
  const field = [...inputs].find((input) => path === undefined || input.dataset['path'] === path)
  field?.focus()
  field?.select()
}

/** Until the button of the mouse is up and its click has been heard. */
const untilReleased = (): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => setTimeout(resolve), { once: true })
  })

/** The form as its sections need it. */
export type DraftForm<V> = UseFormReturnType<V>

/** The form as its frame needs it. */
export type FormState = Pick<ReturnType<typeof useDraftForm>, 'element' | 'error' | 'isBusy'>

/** The first error of each field, at the field itself. */
export const atOwnPaths = (found: readonly FieldError[]): ErrorsByPath => {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) errors[field] ??= message
  return errors
}

/** What the schema refuses; where it accepts everything, what the check finds. */
const errorsIn = async <V, S extends z.ZodType>(
  { schema, inputOf, check, errorsOf = (_values, found) => atOwnPaths(found) }: Options<V, S>,
  values: V,
): Promise<ErrorsByPath> => {
  const { data, error } = schema.safeParse(inputOf(values))
  if (error !== undefined)
    return errorsOf(
      values,
      error.issues.map(({ path, message }) => ({ field: fieldOf(path), message })),
    )
  try {
    return errorsOf(values, (await check?.(data, values)) ?? [])
  } catch (error) {
    return { '': errorInfoFrom(error).message }
  }
}

/**
 * A form whose input a call takes. A field shows its error once it was left; once a submit was
 * tried, every field does, and all are checked again when nobody types for a moment. What a later
 * choice adds to the form waits until it is filled in, or the next submit. A form with errors is not
 * submitted: its first wrong field gets the focus. An error of the call is shown,
 * except what the user did not want after all.
 */
export const useDraftForm = <V extends Record<string, unknown>, S extends z.ZodType>(
  options: Options<V, S>,
) => {
  const {
    initial,
    draftKey,
    schema,
    inputOf,
    fieldNamed,
    passphraseField,
    about = '',
    submit,
  } = options
  const formElement = useRef<HTMLFormElement>(null)
  const [invalidAttempts, setInvalidAttempts] = useState(0)
  const [failed, setFailed] = useState<{ readonly info: ErrorInfo; readonly about: string }>()
  const recheck = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changes = useRef(0)
  const isBeginning = useRef(false)
  /** The fields that the last submit found wrong. */
  const foundWrong = useRef<ReadonlySet<string>>(new Set())
  const checkAgain = async (values: V) => {
    const errors = await validate(values)
    const isShown = (path: string) =>
      path === '' || foundWrong.current.has(path) || form.isTouched(path)
    form.setErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => isShown(path))))
  }
  const isPressed = useRef(false)
  useWindowEvent('pointerdown', () => (isPressed.current = true), { capture: true })
  useWindowEvent('pointerup', () => (isPressed.current = false), { capture: true })
  useWindowEvent('pointercancel', () => (isPressed.current = false), { capture: true })
  /** Of the values as they are when the check ends: a blur checks before the click that follows. */
  const validate = async (values: V): Promise<ErrorsByPath> => {
    const before = changes.current
    const errors = await errorsIn(options, values)
    // An error that appears would move what is pressed from under the pointer.
    if (isPressed.current) await untilReleased()
    if (changes.current !== before) return validate(form.getValues())
    return shown(errors)
  }
  const form = useForm<V>({
    initialValues: { ...initial, ...useDrafts.getState().drafts[draftKey ?? ''] },
    validate,
    validateInputOnBlur: true,
    onValuesChange: (values) => {
      changes.current += 1
      if (draftKey !== undefined && !isBeginning.current)
        useDrafts.getState().keep(draftKey, values)
      setFailed(undefined)
      clearTimeout(recheck.current)
      if (invalidAttempts > 0) recheck.current = setTimeout(() => void checkAgain(values), quietMs)
    },
  })
  useEffect(() => {
    if (invalidAttempts > 0) focusWrongField(0)
  }, [invalidAttempts])
  const focusWrongField = (index: number) => {
    const field = wrongFieldsIn(formElement.current)[index]
    const inGroup = field?.querySelector<HTMLInputElement>('input:checked, input')
    const target = inGroup ?? field
    target?.focus()
  }
  const [wrongFields, setWrongFields] = useState<readonly string[]>([])
  const { errors } = form
  useEffect(
    () =>
      setWrongFields(
        invalidAttempts === 0 ? [] : wrongFieldsIn(formElement.current).map(nameOfField),
      ),
    [invalidAttempts, errors],
  )
  const send = async (values: V, lead: Lead) => {
    try {
      await submit(schema.parse(inputOf(values)), lead)
    } catch (error) {
      const info = errorInfoFrom(error)
      const placed = placedErrors(info)
      const said = serviceFieldError(info)
      const field = said && fieldNamed?.(said.field, values)
      if (placed !== undefined) form.setErrors(placed)
      else if (field !== undefined)
        form.setFieldError(field, said && withAdaSign(capitalized(said.message)))
      else if (info.code === 'wrong_passphrase' && passphraseField !== undefined)
        form.setFieldError(passphraseField, info.message)
      else if (info.code !== 'cancelled') setFailed({ info, about })
      if (info.code === 'wrong_passphrase') selectPassphrase(formElement.current, passphraseField)
    }
  }
  const unplaced = form.errors['']
  return {
    ...form,
    error:
      failed?.about === about ? failed.info : typeof unplaced === 'string' ? unplaced : undefined,
    /** Fields that a submitted form shows an error at. */
    errorCount: invalidAttempts === 0 ? 0 : Object.keys(form.errors).filter(Boolean).length,
    /** What they are called, in the order in which they are shown. */
    wrongFields,
    focusWrongField,
    isBusy: form.submitting,
    /** Submits the form as its button does, for what a click elsewhere decides. */
    requestSubmit: () => formElement.current?.requestSubmit(),
    /** Fills in what was not known when the form opened, as if it had begun with it. */
    begin: (values: Partial<V>) => {
      isBeginning.current = true
      form.setValues(values)
      isBeginning.current = false
    },
    /** Empties the form. */
    clear: () => {
      form.setInitialValues(initial)
      form.reset()
      clearTimeout(recheck.current)
      setInvalidAttempts(0)
      setFailed(undefined)
      if (draftKey !== undefined) useDrafts.getState().drop(draftKey)
    },
    /** What the form's element needs. */
    element: {
      ref: formElement,
      noValidate: true,
      onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (form.submitting) return
        clearTimeout(recheck.current)
        setFailed(undefined)
        const lead = fromThisView()
        form.onSubmit(
          (values) => send(values, lead),
          (errors) => {
            foundWrong.current = new Set(Object.keys(errors))
            setInvalidAttempts((count) => count + 1)
          },
        )(event)
      },
    },
  }
}

const fieldErrors = listOf(z.object({ field: shortText, message: longText })).min(1)

/** What main found wrong in fields of its input, at those fields; undefined where it names none. */
const placedErrors = ({ details }: Pick<ErrorInfo, 'details'>): ErrorsByPath | undefined => {
  const found = fieldErrors.safeParse(details['fields']).data
  return found && shown(atOwnPaths(found))
}

/** As sentences of the window. */
const shown = (errors: ErrorsByPath): ErrorsByPath =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path, withAdaSign(capitalized(message))]),
  )

/** Statuses of answers about what was asked: invalid, or in conflict with what there is. */
const aboutRequest: ReadonlySet<unknown> = new Set([400, 409])

/** `tokens[2].name: 70 bytes in UTF-8` */
const named = /^(?<field>[a-z_]+(?:[.[][^:]*)?): (?<why>.+)$/su

/**
 * The field of its request that an answer of a service is about, as the answer names it; undefined
 * when it names none.
 */
export const serviceFieldError = ({
  details: { status, reason, sentence },
}: Pick<ErrorInfo, 'details'>): FieldError | undefined => {
  if (!aboutRequest.has(status) || typeof reason !== 'string') return undefined
  const { field, why } = named.exec(reason)?.groups ?? {}
  if (field === undefined || why === undefined) return undefined
  return { field, message: typeof sentence === 'string' ? sentence : why }
}
