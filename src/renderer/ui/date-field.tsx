import { TextInput, type TextInputProps } from '@mantine/core'
import { currentLocale } from '#values/text/format.ts'

/**
 * A date, or a date with a time, in the order that the system's locale has. The browser would take its
 * own language (`shell/guards.ts` has it read `lang`).
 */
export const DateField = (props: TextInputProps & { readonly type: 'date' | 'datetime-local' }) => (
  <TextInput {...props} lang={currentLocale()} />
)
