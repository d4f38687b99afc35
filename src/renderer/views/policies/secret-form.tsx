import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../../bridge.ts'
import { text } from '../../text/en.ts'
import { Fault } from '../../ui/fault.tsx'
import { SecretFrame } from '../../ui/secret-frame.tsx'

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
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const send = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await onSubmit()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'cancelled') setFault(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SecretFrame>
      <form
        noValidate
        onChange={() => setFault(undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !busy) void send()
        }}
      >
        <Stack gap="md">
          {children}
          {fault !== undefined && <Fault message={fault} />}
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
