import { Anchor, Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { text } from '../text/en.ts'
import { ErrorAlert } from './error-alert.tsx'
import styles from './form-page.module.css'
import parts from './parts.module.css'
import { useHasWidth } from './use-window-size.ts'

/**
 * The form of a whole view: its fields scroll, and its end stays in sight with the error, the number
 * of wrong fields and the button. For a `Page` that is `fixed`.
 */
export const FormPage = ({
  form: { element, error, errorCount, wrongFields, focusWrongField, isBusy },
  submit,
  isBlocked = false,
  errorAction,
  aside,
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
  /** Before the button, such as an amount. */
  readonly end?: ReactNode
  readonly children: ReactNode
}) => {
  // So many wrong fields are named in a line.
  const mostNamed = useHasWidth('1080px') ? 3 : 1
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
          <span className={parts['endErrors']} role="status">
            {errorCount > 0 &&
              [text.common.wrongFields(errorCount), ...wrongFields.slice(0, mostNamed)].map(
                (words, index) => (
                  <Anchor
                    key={`${index} ${words}`}
                    component="button"
                    type="button"
                    c="red"
                    me="sm"
                    underline="always"
                    onClick={() => focusWrongField(Math.max(0, index - 1))}
                  >
                    {words}
                  </Anchor>
                ),
              )}
          </span>
          {end}
          <Button type="submit" loading={isBusy} disabled={isBlocked}>
            {submit}
          </Button>
        </Group>
      </footer>
    </form>
  )
}
