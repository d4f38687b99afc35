import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from './dialog-form.tsx'

/** Asks before something is deleted or ended. */
export const Confirm = ({
  title,
  message,
  action,
  keep,
  name,
  onConfirm,
  onClose,
}: {
  readonly title: string
  /** What is lost, and whether it can be undone. */
  readonly message: string
  /** The words of the two buttons, such as "Delete token" and "Keep token". */
  readonly action: string
  readonly keep: string
  /** Where keys or minted work could be lost, the user types this name. */
  readonly name?: string | undefined
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  return (
    <DialogForm
      title={title}
      size="md"
      submit={action}
      cancel={keep}
      isDangerous
      isCancelFirst={name === undefined}
      isReady={name === undefined || typed.trim() === name.trim()}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <div>{message}</div>
      {name !== undefined && (
        <TextInput
          label={text.common.confirmByName(name)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </DialogForm>
  )
}
