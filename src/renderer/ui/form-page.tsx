import { Anchor, Box, Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { text } from '../text/en.ts'
import { ErrorAlert } from './error-alert.tsx'
import styles from './form-page.module.css'
import parts from './parts.module.css'

/** So many wrong fields are named. */
const mostNamed = 3

/**
 * The form of a whole view: its fields scroll, and its end stays in sight with the error, what is
 * still to know or which fields are wrong, and the button. For a `Page` that is `fixed`.
 */
export const FormPage = ({
  form: { element, error, errorCount, wrongFields, focusWrongField, isBusy },
  submit,
  isBlocked = false,
  errorAction,
  aside,
  status,
  end,
  children,
}: {
  readonly form: {
    readonly element: ComponentProps<'form'>
    readonly error: ComponentProps<typeof ErrorAlert>['error'] | undefined
    readonly errorCount: number
    readonly wrongFields: readonly string[]
    readonly focusWrongField: (index: number) => void
    readonly isBusy: boolean
  }
  /** The button's words. */
  readonly submit: string
  /** Something beside the fields has to happen first. */
  readonly isBlocked?: boolean
  readonly errorAction?: ComponentProps<typeof ErrorAlert>['action']
  /** Beside the fields where there is room, else below them. */
  readonly aside?: ReactNode
  /** In the line of the button, such as an amount, as long as no field is wrong. */
  readonly status?: ReactNode
  /** Other buttons before it. */
  readonly end?: ReactNode
  readonly children: ReactNode
}) => {
  const fields = <div className={styles['fields']}>{children}</div>
  return (
    <form {...element} className={parts['fill']}>
      <div className={`${parts['scroll']} ${styles['scroll']}`} data-split={aside !== undefined}>
        {aside === undefined ? (
          fields
        ) : (
          <div className={styles['beside']}>
            {fields}
            {aside}
          </div>
        )}
      </div>
      <footer className={parts['end']}>
        {error !== undefined && <ErrorAlert error={error} action={errorAction} />}
        <Group gap="sm" wrap="nowrap" className={styles['row']}>
          <Box flex={1} miw={0} role="status">
            {errorCount === 0 ? (
              status
            ) : (
              <Group gap="4px 12px" c="var(--mantine-color-error)">
                {text.common.wrongFields(errorCount)}
                {wrongFields.slice(0, mostNamed).map((name, index) => (
                  <Anchor
                    key={`${index} ${name}`}
                    component="button"
                    type="button"
                    c="inherit"
                    underline="always"
                    onClick={() => focusWrongField(index)}
                  >
                    {name}
                  </Anchor>
                ))}
              </Group>
            )}
          </Box>
          {end}
          <Button type="submit" loading={isBusy} disabled={isBlocked}>
            {submit}
          </Button>
        </Group>
      </footer>
    </form>
  )
}
