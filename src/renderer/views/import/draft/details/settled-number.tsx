import { NumberInput } from '@mantine/core'
import { useSettling } from './use-settling.ts'

/** A number that takes effect when the user leaves the field or presses Enter. */
export const SettledNumber = ({
  label,
  description,
  value,
  min,
  max,
  onSettle,
}: {
  readonly label: string
  readonly description: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onSettle: (value: number) => Promise<unknown>
}) => {
  const { shown, type, settle } = useSettling<number, number | string>({
    value,
    read: (typed) => {
      const whole = Math.round(Number(typed))
      if (typed === '' || !Number.isFinite(whole)) return undefined
      return Math.min(max, Math.max(min, whole))
    },
    onSettle,
  })
  return (
    <NumberInput
      label={label}
      description={description}
      value={shown}
      onChange={type}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      min={min}
      max={max}
      // Of what is typed, `read` makes a number that is allowed.
      clampBehavior="none"
      thousandSeparator=","
    />
  )
}
