import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import { text } from '#renderer/text/en.ts'
import { DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import type { FormState } from '../use-draft-form.ts'
import { useSubmit } from '../use-submit.ts'

type FormBodyProps = {
  /** The buttons' words. */
  readonly submit: string
  readonly cancel?: string
  /** What is submitted destroys something. */
  readonly isDangerous?: boolean
  /** A dialog opens with the focus on Cancel. */
  readonly isCancelFirst?: boolean
  readonly isReady?: boolean
  readonly isBusy: boolean
  readonly error: ErrorInfo | string | undefined
  readonly onCancel: () => void
  /** More buttons, between Cancel and the form's own. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export type SubmitFormProps = Omit<FormBodyProps, 'isBusy' | 'error'> & {
  readonly onSubmit: () => Promise<void>
}

export type DraftFormProps = Omit<FormBodyProps, 'isBusy' | 'error'> & { readonly form: FormState }

/** The fields of a form, its error and its buttons. */
const FormBody = ({
  submit,
  cancel = text.common.cancel,
  isDangerous = false,
  isCancelFirst = false,
  isReady = true,
  isBusy,
  error,
  onCancel,
  actions,
  children,
}: FormBodyProps) => (
  <Stack gap="md">
    {children}
    {error !== undefined && <ErrorInSight error={error} />}
    <DialogButtons>
      <Button variant="default" onClick={onCancel} data-autofocus={isCancelFirst || undefined}>
        {cancel}
      </Button>
      {actions}
      <Button
        type="submit"
        {...(isDangerous ? { color: 'red' } : {})}
        disabled={!isReady}
        loading={isBusy}
      >
        {submit}
      </Button>
    </DialogButtons>
  </Stack>
)

/** In a low window the error is below the fields: it comes into sight. */
const ErrorInSight = ({ error }: { readonly error: ErrorInfo | string }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What it returns, in some browsers a promise, is no clean-up of this effect.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={place}>
      <ErrorAlert error={error} />
    </div>
  )
}

/** A form of `useDraftForm`. */
export const DraftFormBody = ({ form, ...body }: DraftFormProps) => (
  <form {...form.element}>
    <FormBody {...body} isBusy={form.isBusy} error={form.error} />
  </form>
)

/** A question with its answer as a button: nothing is filled in. It shows what fails and stays open. */
export const SubmitForm = ({ onSubmit, ...body }: SubmitFormProps) => {
  const { isBusy, error, send, clearError } = useSubmit(onSubmit)
  return (
    <form
      noValidate
      onChange={clearError}
      // A choice in a list is no change event of a field.
      onClickCapture={({ target }) => {
        if (target instanceof Element && target.closest('[role=option]') !== null) clearError()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (body.isReady !== false) void send()
      }}
    >
      <FormBody {...body} isBusy={isBusy} error={error} />
    </form>
  )
}
