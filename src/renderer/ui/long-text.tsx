import { Textarea } from '@mantine/core'

const styles = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } as const

/** Text to read and select, such as a report; it scrolls in its own frame. */
export const LongText = (props: {
  readonly label: string
  readonly value: string
  readonly rows: number
}) => <Textarea {...props} readOnly spellCheck={false} styles={styles} />
