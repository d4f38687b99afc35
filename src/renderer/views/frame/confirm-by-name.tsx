import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from './dialog-form.tsx'

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
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  return (
    <DialogForm
      title={title}
      size="md"
      submit={action}
      isDangerous
      isReady={typed.trim() === name.trim()}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <div>{message}</div>
      <TextInput
        label={text.common.confirmByName(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
