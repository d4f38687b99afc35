import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A secret that is typed; nothing offers to remember it. Its input says when it is wrong, as all
 * others of the library do: screen readers say so, and a form moves the focus there.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    autoComplete="off"
    {...props}
    aria-invalid={props.error === undefined || props.error === false ? undefined : true}
  />
)
