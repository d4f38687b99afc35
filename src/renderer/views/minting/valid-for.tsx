import { Select, type SelectProps } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { durations } from './form/form-of.ts'

const words = text.minting.form

/** How much time there is to sign and send. */
export const ValidFor = (input: Omit<SelectProps, 'data' | 'label'>) => (
  <Select
    label={words.validFor}
    description={words.validForHint}
    data={durations.map((value) => ({ value, label: words.durations[value] }))}
    maw="var(--field-md)"
    {...input}
  />
)
