import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { useSubmit } from '../use-submit.ts'

/**
 * A form with something secret in it, in the frame that says so. What fails is said in it and it stays,
 * except what the user did not want after all.
 */
export const SecretForm = ({
  submit,
  cancel = text.common.cancel,
  isReady,
  onSubmit,
  onCancel,
  children,
}: {
  /** The buttons' words. */
  readonly submit: string
  readonly cancel?: string
  readonly isReady: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
  readonly children: ReactNode
}) => {
  const { busy, error, send, clearError } = useSubmit(onSubmit)
  return (
    <SecretFrame>
      <form
        noValidate
        onChange={clearError}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !busy) void send()
        }}
      >
        <Stack gap="md">
          {children}
          {error !== undefined && <ErrorAlert message={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {cancel}
            </Button>
            <Button type="submit" disabled={!isReady} loading={busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </SecretFrame>
  )
}
