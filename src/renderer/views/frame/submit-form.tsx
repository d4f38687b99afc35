import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useSubmit } from '../use-submit.ts'

export type SubmitFormProps = {
  /** The buttons' words. */
  readonly submit: string
  readonly cancel?: string
  /** What is submitted destroys something. */
  readonly isDangerous?: boolean
  /** A dialog opens with the focus on Cancel. */
  readonly isCancelFirst?: boolean
  readonly isReady?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
  /** More buttons, between Cancel and the form's own. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A form whose button does one thing. The form shows what fails and stays open. */
export const SubmitForm = ({
  submit,
  cancel = text.common.cancel,
  isDangerous = false,
  isCancelFirst = false,
  isReady = true,
  onSubmit,
  onCancel,
  actions,
  children,
}: SubmitFormProps) => {
  const { isBusy, error, send, clearError } = useSubmit(onSubmit)
  return (
    <form
      noValidate
      onChange={clearError}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send()
      }}
    >
      <Stack gap="md">
        {children}
        {error !== undefined && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="sm">
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
        </Group>
      </Stack>
    </form>
  )
}
