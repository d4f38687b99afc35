import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useSubmit } from '../use-submit.ts'

/** A dialog whose button does one thing; what fails is said in the dialog, which stays open. */
export const DialogForm = ({
  title,
  submit,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  /** The button's words. */
  readonly submit: string
  readonly isReady?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  // The vault's dialog may stand over this one; Escape then closes that one alone.
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  const { busy, error, send } = useSubmit(onSubmit)
  return (
    <Dialog onClose={onClose} title={title} size="lg" closeOnEscape={!isCovered}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !busy) void send()
        }}
      >
        <Stack gap="md">
          {children}
          {error !== undefined && <ErrorAlert message={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={!isReady}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
