import { Button, type ButtonProps } from '@mantine/core'
import { useAction } from './use-submit.ts'

/** A button that is busy until what it does has ended; what fails becomes a notice. */
export const ActionButton = ({
  action,
  ...props
}: ButtonProps & {
  readonly action: () => Promise<unknown>
  readonly title?: string
  readonly 'aria-describedby'?: string
}) => {
  const { isBusy, run } = useAction(action)
  return <Button {...props} loading={isBusy} onClick={() => void run()} />
}
