import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '../text/en.ts'
import { Dialog } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'

/** Asks before something is lost: the user names the thing. */
export const ConfirmByName = ({
  title,
  message,
  name,
  action,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly message: string
  readonly name: string
  /** The button's words, such as "Delete the collection". */
  readonly action: string
  readonly onConfirm: () => void | Promise<void>
  readonly onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isSame = typed.trim() === name.trim()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setError(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame || busy) return
          void confirm()
        }}
      >
        <Stack gap="md">
          <div>{message}</div>
          <TextInput
            label={text.common.confirmByName(name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          {error !== undefined && <ErrorAlert message={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isSame} loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
